import { Link } from 'wouter'
import { Page } from '../../ui/Page.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Helplines } from './Helplines.tsx'
import { InShort, Letter, Part, Updated } from './Letter.tsx'

export function Terms() {
  return (
    <Page
      title="Terms of Service"
      back={{ href: '/', label: 'Balik sa simula' }}
      lead="Ang kasunduan natin kapag ginamit mo ang Emote."
    >
      <Letter>
        <Updated on="Nobyembre 2026" />
        <Paper>
          <InShort
            points={[
              ['🎂', '13 pataas lang.'],
              ['✍️', 'Sa ’yo ang isinulat mo.'],
              ['🤍', 'Bawal manghusga, manakot, at maglabas ng pagkatao ng iba.'],
              ['🩹', 'Hindi ito kapalit ng doktor, counselor, o crisis line.'],
            ]}
          />
        </Paper>
        <YourSide />
        <Conduct />
        <OurSide />
        <Part id="contact" title="May tanong?" english="Contact">
          <p>
            <Link href="/contact">Sulatan mo kami</Link> at ipapaliwanag namin nang maayos.
          </p>
        </Part>
      </Letter>
    </Page>
  )
}

function YourSide() {
  return (
    <>
      <Part id="agreement" title="Sino ang puwede" english="Who can use Emote">
        <p>
          Kapag gumawa ka ng account, sinasabi mong 13 taong gulang ka na o higit pa, at sumasang-ayon ka rito
          at sa <Link href="/privacy">Privacy Policy</Link>. Kung wala ka pang 18, mas mabuting alam ito ng
          magulang o taong nag-aalaga sa ’yo.
        </p>
      </Part>
      <Part id="account" title="Ang account mo" english="Your account">
        <p>
          Ingatan mo ang password mo. Codename ang dadalhin mo rito, kaya huwag gumamit ng pangalan ng ibang
          tao o magpanggap na taga-Emote. Puwede mong i-deactivate ang account sa profile settings, kahit
          kailan.
        </p>
      </Part>
      <Part id="content" title="Ang isinulat mo" english="Your content">
        <p>
          Sa ’yo pa rin ito. Pinapayagan mo lang kaming itabi at ipakita ito kung saan mo inilagay: sa pader
          kung pinost mo, sa ’yo lang kung diary. Kapag binura mo, tapos na rin ang pahintulot. Hindi namin
          ito gagamitin para mag-train ng AI.
        </p>
      </Part>
    </>
  )
}

function Conduct() {
  return (
    <>
      <Part id="rules" title="Ang bawal" english="Community rules">
        <ul>
          <li>Pananakot, pambabastos, paninirang-puri, at pagkamuhi sa grupo ng tao.</li>
          <li>Paglalabas ng pangalan, larawan, number, o kuwento ng iba nang walang pahintulot.</li>
          <li>Paghikayat o pagtuturo ng pananakit sa sarili o sa iba.</li>
          <li>Anumang sekswal na content tungkol sa bata. Inire-report ito sa kinauukulan.</li>
          <li>Spam, panloloko, at pagsubok na alamin kung sino ang nasa likod ng codename.</li>
        </ul>
      </Part>
      <Part id="moderation" title="Kapag may lumabag" english="Moderation">
        <p>
          Puwede naming itago o alisin ang content, at suspindihin ang account. Ang pagsasabing nahihirapan ka
          ay hindi paglabag: hindi ka mapaparusahan sa pag-amin ng sakit.
        </p>
      </Part>
    </>
  )
}

function OurSide() {
  return (
    <>
      <Part id="health" title="Hindi kami doktor" english="Not a medical service">
        <p>
          Ang Emote, pati si Emi na isang bot, ay hindi nagbibigay ng payong medikal. Kung nasa panganib ka o
          ang kakilala mo, tumawag ngayon:
        </p>
        <Helplines />
      </Part>
      <Part id="premium" title="Premium" english="Paid plan">
        <p>
          Libre ang magsulat, magbasa, at magbitaw. May Premium para sa walang limit na AI refinement, mas
          malalaking upload, at polls. Makikita ang presyo bago ka magbayad. Kapag nag-deactivate ka, tapos
          agad ang Premium at walang refund, maliban kung iba ang sinasabi ng batas.
        </p>
      </Part>
      <Part id="service" title="Ang kaya at hindi kayang ipangako" english="The service as it is">
        <p>
          Ginagawa namin ang lahat para laging bukas at ligtas ito, pero puwedeng may oras na down o may mali.
          Sa abot ng pinapayagan ng batas, ibinibigay ang serbisyo nang ganito, walang ibang garantiya.
        </p>
      </Part>
      <Part id="law" title="Batas at pagbabago" english="Law and changes">
        <p>
          Batas ng Pilipinas ang masusunod. Kung babaguhin namin ito sa paraang mahalaga, sasabihin namin sa
          app bago magkabisa. Ang patuloy na paggamit ay pagsang-ayon; kung ayaw mo na, puwede kang umalis at
          burahin ang lahat.
        </p>
      </Part>
    </>
  )
}
