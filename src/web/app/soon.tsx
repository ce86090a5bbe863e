import { MalapitNa } from '../ui/MalapitNa.tsx'
import { Page } from '../ui/Page.tsx'

/** Pages of features that come later: each says what will be there, and links on. */

export function TambayanSoon() {
  return (
    <Page title="Tambayan">
      <MalapitNa
        picture="🪑"
        title="Inaayos pa ang mga upuan"
        way={{ href: '/wall/kalma', label: 'Tumambay muna sa EmeSpot' }}
      >
        <p>
          Dito tayo magkukuwentuhan: mga room, direct message, at si Emi na laging gising. Konting hintay na
          lang.
        </p>
      </MalapitNa>
    </Page>
  )
}

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
