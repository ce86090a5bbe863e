import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useProfile } from '../../domain/person/profile.ts'
import { queryClient } from '../../lib/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { CodenamePicker } from './CodenamePicker.tsx'

/** Opens for a signed-in person without a codename. */
export function CodenamePrompt() {
  return (
    <QueryClientProvider client={queryClient}>
      <Prompt />
    </QueryClientProvider>
  )
}

function Prompt() {
  const profile = useProfile()
  const [closed, setClosed] = useState(false)
  const nameless = profile.isSuccess && !profile.data?.codename
  return (
    <Dialog open={nameless && !closed} onClose={() => setClosed(true)} title="Ano’ng itatawag namin sa ’yo?">
      <CodenamePicker onDone={() => setClosed(true)} />
    </Dialog>
  )
}
