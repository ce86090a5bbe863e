import { MalapitNa } from '../ui/MalapitNa.tsx'
import { Page } from '../ui/Page.tsx'

/** Pages of features that come later: each says what will be there, and links on. */

export function PollsSoon() {
  return (
    <Page title="Community Polls">
      <MalapitNa
        picture="🗳️"
        title="Binibilang pa ang mga balota"
        way={{ href: '/wall/masaya', label: 'Silipin ang mga pader' }}
      >
        <p>Magtanong at bumoto nang walang pangalan. Malalaman mong hindi ka nag-iisa sa nararamdaman mo.</p>
      </MalapitNa>
    </Page>
  )
}

export function BillingSoon() {
  return (
    <Page title="Billing">
      <MalapitNa picture="🌤️" title="Libre ang lahat ngayon" way={{ href: '/write', label: 'Magsulat muna' }}>
        <p>
          Wala ka pang kailangang bayaran. Pag handa na ang Premium, dito mo makikita, at walang magbabago sa
          libre.
        </p>
      </MalapitNa>
    </Page>
  )
}
