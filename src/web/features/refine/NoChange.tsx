import { Banner } from '../../ui/Banner.tsx'

const said = {
  signs: 'Malaking letra at bantas lang ang naiba.',
  list: 'Mga marka ng listahan lang ang naiba. Pareho pa rin ang mga salita mo.',
}

/** `only`: the result differs from what was sent, but only in these. */
export function NoChange({ only }: { only?: keyof typeof said }) {
  return (
    <Banner kind="note">
      <p lang="en">No significant improvements found.</p>
      {only && <p>{said[only]}</p>}
      <p>Hindi ito ibinawas sa gamit mo.</p>
    </Banner>
  )
}
