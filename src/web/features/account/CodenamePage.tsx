import { QueryClientProvider } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useNext } from '../../lib/next.ts'
import { queryClient } from '../../lib/query.ts'
import { CodenamePicker } from './CodenamePicker.tsx'
import { Door } from './Door.tsx'

export function CodenamePage() {
  const next = useNext()
  const [, navigate] = useLocation()
  return (
    <QueryClientProvider client={queryClient}>
      <Door
        title="Ano’ng itatawag namin sa ’yo?"
        lead="Codename lang ang makikita ng iba, hindi ang pangalan o email mo."
      >
        <CodenamePicker onDone={() => navigate(next, { replace: true })} />
      </Door>
    </QueryClientProvider>
  )
}
