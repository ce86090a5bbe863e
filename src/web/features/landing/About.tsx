import { Link } from 'wouter'
import { LinkButton } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { InShort, Letter, Part } from './Letter.tsx'
import { Helplines } from './Helplines.tsx'

export function About() {
  return (
    <Page
      title="May pader para sa lahat ng bigat"
      lead="Tungkol sa Emote: bakit meron, at paano tayo mag-iingatan dito."
    >
      <Letter>
        <Part id="mission" title="Ang gusto naming mangyari" english="Our mission">
          <p>
            May mga nararamdaman na hindi mo masabi sa group chat, hindi mai-post sa main account, at ayaw
            mong ipasan sa pamilya. Ang Emote ay lugar para doon: libre, anonymous, at walang huhusga. Isulat
            mo. Iwan mo sa pader, itago sa diary, o bitawan na lang.
          </p>
        </Part>
        <Part id="beliefs" title="Ang pinaniniwalaan namin" english="What we believe">
          <ul>
            <li>Walang maling pakiramdam. Ang galit at lungkot ay may lugar din, katabi ng saya.</li>
            <li>Mas madaling magpakatotoo kapag hindi kailangang ilabas ang pangalan.</li>
            <li>Hindi paligsahan ang damdamin. Kaya walang followers, walang ranggo, walang streak.</li>
            <li>Sa ’yo ang salita mo. Puwede mong baguhin, burahin, o dalhin.</li>
            <li>Ang tulong ay hindi ibinebenta.</li>
          </ul>
        </Part>
        <Part id="start" title="Paano nagsimula" english="How it started">
          <p>
            Nagsimula ang Emote sa isang tanong: saan ka maglalabas ng loob kung lahat ng kakilala mo ay
            nandoon din? Kaya gumawa kami ng pader. Limang pader, isa para sa bawat panahon ng loob: galit,
            malungkot, sisi, masaya, kalma. Sinadya naming gumaan ito para kumasya sa murang phone at
            tingi-tinging load, dahil doon nangyayari ang totoong buhay ng karamihan sa atin.
          </p>
        </Part>
        <Guidelines />
        <Part id="help" title="Kapag sobra na ang bigat" english="If it is too much">
          <p>
            Hindi kami doktor o crisis line, at hindi dapat kami ang huling puntahan. May mga taong handang
            sumagot ngayon:
          </p>
          <Helplines />
        </Part>
        <Part id="talk" title="Kausapin mo kami" english="Contact">
          <p>
            May tanong, mungkahi, o napansing mali? Babasahin namin. Kung tungkol sa datos mo, nasa{' '}
            <Link href="/privacy">Privacy Policy</Link> ang buong detalye.
          </p>
          <p>
            <LinkButton href="/contact">Sulatan kami</LinkButton>
          </p>
        </Part>
      </Letter>
    </Page>
  )
}

function Guidelines() {
  return (
    <Part id="guidelines" title="Ang usapan natin dito" english="Community guidelines">
      <Paper>
        <InShort
          points={[
            [
              '🤍',
              'Tao ang nagsulat niyan. Kung wala kang masabing maayos, okay lang na dumaan na lang.',
              'Be kind.',
            ],
            ['🫂', 'Makinig muna bago magpayo. Minsan sapat na ang “nandito ako.”', 'Be supportive.'],
            ['🤐', 'Walang pangalan, number, address, o screenshot ng ibang tao.', 'Respect privacy.'],
            [
              '🧭',
              'Walang pananakot, panloloko, o paghikayat na saktan ang sarili o ang iba.',
              'Share responsibly.',
            ],
          ]}
        />
      </Paper>
      <p>May nakita kang lumalabag? I-report mo sa menu ng post o komento. Tao ang tumitingin.</p>
    </Part>
  )
}
