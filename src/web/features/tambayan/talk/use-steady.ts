import { useLayoutEffect, useRef, useState } from 'react'

type Callbacks = Record<string, () => unknown>

/** Callbacks with a stable identity that call the newest ones, so a memoised component does not render for them. */
export function useSteady<Each extends Callbacks>(newest: Each): Each {
  const latest = useRef(newest)
  useLayoutEffect(() => {
    latest.current = newest
  })
  const [steady] = useState(
    () =>
      Object.fromEntries(Object.keys(newest).map((name) => [name, () => latest.current[name]?.()])) as Each,
  )
  return steady
}
