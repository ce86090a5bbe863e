import { Link } from 'wouter'
import { Part } from './Letter.tsx'

/** A person's rights; minors, people abroad, later versions. */
export function PrivacyRights() {
  return (
    <>
      <Part id="rights" title="Ang mga karapatan mo" english="Your rights">
        <p>Sa ilalim ng RA 10173, puwede mong:</p>
        <ul>
          <li>
            malaman kung ano ang hawak namin tungkol sa ’yo, at kumuha ng kopya (Kunin ang data ko, sa
            Profile);
          </li>
          <li>ipatama ang mali;</li>
          <li>ipabura ang data mo, o i-deactivate ang account sa profile settings;</li>
          <li>tumutol o bawiin ang pahintulot mo;</li>
          <li>magreklamo sa National Privacy Commission kung sa tingin mo ay nagkulang kami.</li>
        </ul>
        <p>
          Para sa alinman dito, <Link href="/contact">sulatan mo lang kami</Link> gamit ang email ng account
          mo.
        </p>
      </Part>
      <Part id="children" title="Mga bata" english="Children">
        <p>
          Para sa 13 taong gulang pataas ang Emote. Kung mas bata ka pa, huwag munang gumawa ng account.
          Magulang ka at may account ang anak mong wala pang 13? Sabihan mo kami at buburahin namin. Walang
          profile na may lokasyon dito, at walang humihingi ng totoong pangalan.
        </p>
      </Part>
      <Part id="international" title="Kung nasa ibang bansa ka" english="International users">
        <p>
          Ginawa ang Emote para sa mga Pilipino, saan man sila naroon. Batas ng Pilipinas ang sinusunod namin,
          at puwedeng dumaan o maitabi ang data mo sa server na nasa labas ng bansa mo, sa ilalim ng parehong
          pag-iingat.
        </p>
      </Part>
      <Part id="changes" title="Kapag may nagbago" english="Changes">
        <p>
          Kapag binago namin ito, papalitan namin ang petsa sa itaas. Kung mahalaga ang pagbabago, sasabihin
          namin sa loob ng app bago ito magkabisa.
        </p>
      </Part>
    </>
  )
}
