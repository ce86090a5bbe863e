import { useEffect } from 'react'
import { followSight, startSight } from '../../domain/safety/sight.ts'
import { useUser } from '../../lib/session.ts'
import { Page } from '../../ui/Page.tsx'
import { Polls } from './Polls.tsx'
import { lead, title } from './words.ts'

/** The polls at their own address. */
export function PollsPage() {
  const { id: userId } = useUser()
  useEffect(() => void startSight(), [])
  useEffect(() => followSight(userId), [userId])
  return (
    <Page title={title} lead={lead} back={{ href: '/tambayan', label: 'Tambayan' }}>
      <Polls heading="h2" />
    </Page>
  )
}
