import { Suspense } from 'react'
import { Tambayan } from '../features/tambayan/Tambayan.tsx'
import { chunk } from '../lib/chunks.ts'
import { Waiting } from '../ui/Spinner.tsx'

const { Component: Polls } = chunk(() => import('../features/polls/PollsRoom.tsx').then((m) => m.PollsRoom))

const polls = (
  <Suspense fallback={<Waiting />}>
    <Polls />
  </Suspense>
)

/** Tambayan, with the polls in their room. Their code is fetched when the room opens. */
export const TambayanPage = () => <Tambayan polls={polls} />
