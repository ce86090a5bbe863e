import { Donation } from './Donation.tsx'
import { Features } from './Features.tsx'
import { Hero } from './Hero.tsx'
import { Showcase } from './Showcase.tsx'
import { Steps } from './Steps.tsx'
import { Voices } from './Voices.tsx'
import { WallPicker } from './WallPicker.tsx'

/** In the order of specification 1, section 2. */
export function Landing() {
  return (
    <>
      <Hero />
      <Features />
      <WallPicker />
      <Steps />
      <Voices />
      <Showcase />
      <Donation />
    </>
  )
}
