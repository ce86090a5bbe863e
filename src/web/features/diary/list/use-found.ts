import { useEffect, useMemo, useState } from 'react'
import type { Entry } from '../../../domain/diary/opened.ts'
import type { Wanted } from './Finder.tsx'
import { findEntries, type Found } from './search.ts'

/** Longest search in one task, ms. */
const slice = 30

/** Hits so far, newest first. In thousands of unsearched entries the older ones follow. */
export function useFound(entries: readonly Entry[], wanted: Wanted, at: Date): Found {
  const first = useMemo(() => findEntries(entries, wanted, at, undefined, slice), [entries, wanted, at])
  const [later, setLater] = useState({ first, found: first })
  const found = later.first === first ? later.found : first
  useEffect(() => {
    if (found.looked === entries.length) return undefined
    const timer = setTimeout(() => {
      const more = findEntries(entries, wanted, at, found, slice)
      setLater({ first, found: more })
    })
    return () => clearTimeout(timer)
  }, [entries, wanted, at, first, found])
  return found
}
