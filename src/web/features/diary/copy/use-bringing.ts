import { useEffect, useRef, useState } from 'react'
import { wordsFor } from '../../../lib/failure.ts'
import { bring, countMissing, type Step } from './bring.ts'
import { FileFault, largestFile, readFile, type Kept } from './diary-file.ts'

type Work = {
  entries: readonly Kept[]
  /** Over all attempts with this file. */ added: number
  refused: readonly string[]
}
export type Bringing =
  | { state: 'idle' | 'reading' }
  /** The file cannot be used. */
  | { state: 'refused'; words: string }
  /** `missing`: how many the diary lacks, if known. */
  | ({ state: 'read'; problems: readonly string[]; missing: number | undefined } & Work)
  /** `done`: entries of the file that the diary has now, earlier ones included. */
  | ({ state: 'going'; done: number } & Work)
  | ({ state: 'broken'; words: string } & Work)
  | ({ state: 'done'; known: number } & Work)

type UseBringing = { userId: string; onBusy: (isBusy: boolean) => void; onBrought: () => void }

export function useBringing({ userId, onBusy, onBrought }: UseBringing) {
  const [bringing, setBringing] = useState<Bringing>({ state: 'idle' })
  const going = useRef<AbortController>(undefined)
  useEffect(() => () => going.current?.abort(), [])

  async function choose(file: File) {
    setBringing({ state: 'reading' })
    try {
      if (file.size > largestFile)
        throw new FileFault(`Masyadong malaki ang file: hanggang ${largestFile / 1_048_576} MB lang.`)
      const said = readFile(await file.text(), new Date())
      const missing = await countMissing(userId, said.entries).catch(() => undefined)
      setBringing({ state: 'read', ...said, missing, added: 0, refused: [] })
    } catch (error) {
      const words = error instanceof FileFault ? error.message : 'Hindi mabuksan ang file. Piliin ulit.'
      setBringing({ state: 'refused', words })
    }
  }

  async function start() {
    if (bringing.state !== 'read' && bringing.state !== 'broken') return
    let work: Work = { entries: bringing.entries, added: bringing.added, refused: [] }
    going.current = new AbortController()
    const { signal } = going.current
    setBringing({ state: 'going', done: work.added, ...work })
    onBusy(true)
    try {
      await bring(
        userId,
        work.entries,
        (step) => {
          work = grown(work, step)
          setBringing({ state: 'going', done: step.done, ...work })
        },
        signal,
      )
      const { length } = work.entries
      setBringing({ state: 'done', known: length - work.added - work.refused.length, ...work })
    } catch (error) {
      const words = signal.aborted ? 'hininto mo muna.' : wordsFor(error)
      setBringing({ state: 'broken', words, ...work })
    }
    onBusy(false)
    if (work.added > 0) onBrought()
  }
  return { bringing, choose, start, stop: () => going.current?.abort() }
}

const grown = (work: Work, { added, refused }: Step): Work => ({
  ...work,
  added: work.added + added,
  refused: [...work.refused, ...refused],
})
