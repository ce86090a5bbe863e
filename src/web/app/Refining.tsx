import { useEffect, useState } from 'react'
import { wordsFor } from '../lib/failure.ts'
import { importQuietly } from '../lib/quiet-import.ts'
import { canRefine, endRefining, useRefining } from '../lib/refining.ts'
import { showToast } from '../lib/toast.ts'
import { page } from './page.ts'

const dialog = page(
  async () => (await importQuietly(() => import('../features/refine/RefineDialog.tsx'))).RefineDialog,
)

/**
 * AI Refine, once for each page: its code comes when it is first asked for. Without a signal it is only a toast, and no page is loaded anew
 * from under the words.
 */
export function Refining() {
  const refining = useRefining()
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!refining || isHere) return
    document.documentElement.dataset['going'] = ''
    dialog
      .preload()
      .then(() => {
        // Meanwhile the page was there to be used.
        if (!canRefine(refining)) endRefining()
        setHere(true)
      })
      .catch((error: unknown) => {
        endRefining()
        showToast(wordsFor(error), 'error')
      })
      .finally(() => delete document.documentElement.dataset['going'])
  }, [refining, isHere])
  // The words it was asked for are not on the next page.
  useEffect(() => endRefining, [])
  return refining && isHere && <dialog.Component refining={refining} />
}
