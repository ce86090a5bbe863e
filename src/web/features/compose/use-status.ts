import { useEffect, useState } from 'react'

export type Status = { kind: 'success' | 'error'; text: string }

/** Status messages clear after 3 s (specification 1, section 4). */
const stay = 3000

export function useStatus(): [Status | undefined, (status: Status | undefined) => void] {
  const [status, setStatus] = useState<Status>()
  useEffect(() => {
    const timer = status && setTimeout(() => setStatus(undefined), stay)
    return () => clearTimeout(timer)
  }, [status])
  return [status, setStatus]
}
