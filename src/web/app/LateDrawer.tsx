import { useEffect, useState } from 'react'
import { type Chunk } from '../lib/chunks.ts'
import { wordsFor } from '../lib/failure.ts'
import { onSignal } from '../lib/signal.ts'
import { Banner } from '../ui/Banner.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

type LateDrawerProps = { title: string; code: Chunk; startsOpen?: boolean }

/** A drawer whose code is fetched when it opens. Few people open one, and everybody would pay for its bytes. */
export function LateDrawer({ title, code, startsOpen = false }: LateDrawerProps) {
  return (
    <Drawer title={title} startsOpen={startsOpen}>
      <Inside code={code} />
    </Drawer>
  )
}

function Inside({ code }: { code: Chunk }) {
  const [isHere, setHere] = useState(false)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const load = () => void code.preload().then(() => setHere(true), setError)
    load()
    return onSignal(load)
  }, [code])
  if (isHere) return <code.Component />
  if (error) return <Banner kind="error">{wordsFor(error)}</Banner>
  return <Skeleton lines={4} />
}
