import { Banner } from '../../ui/Banner.tsx'

/** `isOther`: the result differs from what was sent, but only in signs, spaces or capitals. */
export function NoChange({ isOther = false }: { isOther?: boolean }) {
  return (
    <Banner kind="note">
      <p lang="en">No significant improvements found.</p>
      {isOther && <p>Malaking letra at bantas lang ang naiba.</p>}
      <p>Hindi ito ibinawas sa gamit mo.</p>
    </Banner>
  )
}
