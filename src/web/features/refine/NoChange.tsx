import { Banner } from '../../ui/Banner.tsx'

export function NoChange() {
  return (
    <Banner kind="note">
      <p lang="en">No significant improvements found.</p>
      <p>Hindi ito ibinawas sa gamit mo.</p>
    </Banner>
  )
}
