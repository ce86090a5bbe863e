import { QueryClientProvider } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useNext } from '../../lib/next.ts'
import { useProfile } from '../../domain/person/profile.ts'
import { queryClient } from '../../lib/query.ts'
import { Waiting } from '../../ui/Spinner.tsx'
import { CodenamePicker } from './CodenamePicker.tsx'
import { Door } from './Door.tsx'

export function CodenamePage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Choice />
    </QueryClientProvider>
  )
}

/** The picker waits for the profile: it starts with an existing codename. */
function Choice() {
  const next = useNext()
  const [, navigate] = useLocation()
  const { isPending, data } = useProfile()
  const current = data?.codename ?? undefined
  return (
    <Door
      title={current ? 'Palitan ang codename' : 'Ano’ng itatawag namin sa ’yo?'}
      lead="Codename lang ang makikita ng iba, hindi ang pangalan o email mo."
    >
      {isPending ? (
        <Waiting />
      ) : (
        <CodenamePicker current={current} onDone={() => navigate(next, { replace: true })} />
      )}
    </Door>
  )
}
