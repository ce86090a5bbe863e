import { MalapitNa } from '../ui/MalapitNa.tsx'
import { Page } from '../ui/Page.tsx'

/** A feature that comes later: it says what will be there, and links on. */
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
