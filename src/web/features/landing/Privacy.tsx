import { Link } from 'wouter'
import { usePhones } from '../../lib/phones.ts'
import { Page } from '../../ui/Page.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { InShort, Letter, Part, Updated } from './Letter.tsx'
import { PrivacyRights } from './PrivacyRights.tsx'

export function Privacy() {
  const phones = usePhones()
  return (
    <Page
      title="Privacy Policy"
      back={{ href: '/', label: 'Balik sa simula' }}
      lead="Ano ang alam namin tungkol sa ’yo, at ano ang hindi."
    >
      <Letter>
        <Updated on="Nobyembre 2026" />
        <Paper>
          <InShort
            points={[
              [
                '✉️',
                phones
                  ? 'Email o number, at codename lang ang hinihingi. Walang totoong pangalan o lokasyon.'
                  : 'Email at codename lang ang hinihingi. Walang totoong pangalan, number, o lokasyon.',
              ],
              ['🔒', 'Ang diary ay sa ’yo lang.'],
              ['🌬️', 'Ang binitawan ay hindi ini-store. Hindi rin ito umaalis sa phone mo.'],
              ['🤖', 'Hindi ginagamit ang isinulat mo para mag-train ng AI.'],
              [
                '🗑️',
                'Burado ang files pagkalipas ng 3 araw, at ang data ng binurang account sa loob ng 30 araw. Tala ng bayad na walang pangalan lang ang naiiwan.',
              ],
            ]}
          />
        </Paper>
        <Part id="commitment" title="Ang pangako namin" english="Our commitment">
          <p>
            Ang nararamdaman mo ay sensitibong impormasyon, kaya ganoon namin ito tratuhin: kaunti ang
            kinukuha, malinaw kung para saan, at madaling burahin. Sumusunod kami sa Data Privacy Act of 2012
            (RA 10173).
          </p>
        </Part>
        <Collected />
        <NotDone />
        <Safekeeping />
        <Retention />
        <PrivacyRights />
        <Part id="questions" title="May tanong ka pa?" english="Questions">
          <p>
            <Link href="/contact">Sulatan mo kami.</Link> Karaniwang sumasagot kami sa loob ng 24 hanggang 48
            oras tuwing weekday.
          </p>
        </Part>
      </Letter>
    </Page>
  )
}

function Collected() {
  const phones = usePhones()
  return (
    <>
      <Part id="information" title="Ang kinukuha namin" english="Information we collect">
        <ul>
          <li>
            Email {phones && 'o cellphone number '}at password, para makapasok ka. Naka-hash ang password;
            kahit kami, hindi ito mababasa.
          </li>
          <li>Codename na pinili mo, at avatar kung naglagay ka. Ito lang ang nakikita ng iba.</li>
          <li>
            Ang mga isinulat mo: posts, comments, reactions, polls, boto, diary, at mga mensahe, kung
            gagamitin mo ang mga iyon. Bilang lang ng boto ang nakikita ng iba, hindi kung alin ang sa ’yo.
          </li>
          <li>
            Files na in-upload mo, at kung kumuha ka ng Premium, ang tala ng bayad. Sa manual na bayad, pati
            ang resibong ipinadala mo.
          </li>
          <li>
            Pangalan ng browser at ng system kung saan ka nag-log in, gaya ng “Chrome · Android”, para makita
            mo kung saan ka naka-log in.
          </li>
          <li>
            Kung nag-set up ka ng passkey o pangalawang hakbang sa log in: ang pangalan nito, ang mga petsa,
            at ang susing nagpapatunay na ikaw iyon. Kung sa text dumarating ang code, pati ang number. Hindi
            umaalis sa phone mo ang fingerprint o mukha mo.
          </li>
          <li>
            Kung naka-on dito ang log in gamit ang iba, gaya ng Google o school mo, at pumasok ka roon: ang id
            mo sa kanila, at ang email kung ibinigay nila. Hindi namin hinihingi ang pangalan o picture mo.
          </li>
          <li>Ang mensahe mo sa amin kapag ginamit mo ang contact form.</li>
        </ul>
        <p>
          Ginagamit ng server ang network address mo para pigilan ang pang-aabuso, at para masabihan ka kapag
          may nag-log in sa account mo mula sa bagong device. Hindi ang address mismo ang itinatabi kundi
          isang code na galing dito, hanggang 90 araw. Hindi ito isinusulat sa log. Hindi namin hinihingi ang
          contacts, lokasyon, mikropono, o camera mo.
        </p>
      </Part>
      <Part id="use" title="Para saan ginagamit" english="How we use it">
        <ul>
          <li>Para ipakita ang post mo sa pader na pinili mo, sa ilalim ng codename mo.</li>
          <li>Para ibalik sa ’yo ang diary mo, at sa ’yo lang.</li>
          <li>Para magpadala ng email tungkol sa account mo, gaya ng password reset.</li>
          <li>Para tingnan ang mga report at panatilihing ligtas ang lugar.</li>
          <li>
            Para bilangin kung ilang beses nakita ang bawat page, nang hindi sinasabi kung sino ka. Kung
            naka-on ang Do Not Track o Global Privacy Control ng browser mo, hindi ka binibilang.
          </li>
        </ul>
      </Part>
    </>
  )
}

function NotDone() {
  const phones = usePhones()
  return (
    <Part id="not-done" title="Ang hindi namin ginagawa" english="What we do not do">
      <ul>
        <li>Hindi namin ibinebenta o ipinapahiram ang data mo.</li>
        <li>Hindi namin ipinapakita sa iba ang email {phones && 'o number '}mo.</li>
        <li>Hindi namin binabasa ang diary mo.</li>
        <li>Hindi ginagamit ang content mo para mag-train ng AI.</li>
        <li>Walang tracker ng ibang kumpanya sa mga page na ito.</li>
        <li>Hindi ini-store ang binitawan mo. Nawawala talaga.</li>
      </ul>
    </Part>
  )
}

function Safekeeping() {
  const phones = usePhones()
  return (
    <>
      <Part id="security" title="Paano namin iniingatan" english="Security">
        <p>
          Ang database mismo ang nagbabantay kung sino ang puwedeng makabasa ng ano, hindi lang ang mga button
          sa screen. Maikli ang buhay ng bawat login token, at hindi isinusulat sa log ang salita, email, o
          token mo. Kung magkaroon ng paglabag na makakaapekto sa ’yo, sasabihan namin ikaw at ang National
          Privacy Commission sa loob ng 72 oras. Walang sistemang perpekto, kaya huwag ding ilagay sa post ang
          ikakapahamak mo.
        </p>
      </Part>
      <Part id="third-parties" title="Mga katuwang namin" english="Third-party services">
        <p>Ibinibigay lang ang kailangan, at kapag ginamit mo lang ang feature:</p>
        <ul>
          <li>Tagapadala ng email: ang address mo at ang laman ng email na iyon.</li>
          {phones && <li>Tagapadala ng text: ang number mo at ang code na ipinadala namin.</li>}
          <li>
            Google, Facebook, o school mo, kung naka-on at doon ka nag-log in: alam nilang pumasok ka sa
            Emote. Hindi nila nakikita ang isinulat mo.
          </li>
          <li>
            Tagaproseso ng bayad (card at e-wallet): ang bayad mo. Hindi dumaraan sa amin ang card number.
          </li>
          <li>
            AI provider, kung naka-on at ginamit mo ang AI Refine o kinausap si Emi: ang text lang, walang
            email, codename, o user id. Pag may tumawag kay Emi sa General, kasama ang huling 10 mensahe roon,
            nang walang pangalan.
          </li>
          <li>
            Tagahanap ng GIF (GIPHY), kung naka-on: ang hinanap mong salita, at ang IP address mo pag may
            tiningnan kang GIF. Ang sarili naming mga sticker, sa amin lang galing.
          </li>
        </ul>
      </Part>
    </>
  )
}

function Retention() {
  return (
    <Part id="retention" title="Gaano katagal nananatili" english="Data retention">
      <ul>
        <li>Posts, comments, polls, at diary: hanggang burahin mo, o hanggang burahin mo ang account.</li>
        <li>
          In-upload na files: awtomatikong nabubura pagkalipas ng 3 araw. Ang na-report, itinatabi para sa
          nagsusuri. Hindi na ito mabubuksan ng nag-report, at kapag dalawa na ang nag-report, wala nang iba
          pang makakabukas.
        </li>
        <li>
          Passkeys at pangalawang hakbang: hanggang alisin mo. Kung saan ka naka-log in: hanggang mag-log out
          ka roon, at pinakamatagal na ang 180 araw.
        </li>
        <li>
          Usapan ninyo ni Emi: hanggang burahin mo, isang pindot lang. Kapag mabigat ang nasabi mo sa kanya,
          tinatandaan niya nang 48 oras kung kailan iyon, para mas maingat siya. Hindi ang dahilan.
        </li>
        <li>Sulat mo sa Contact page: isang taon, o hanggang burahin mo ang account.</li>
        <li>
          Resibo ng manual na bayad: 90 araw matapos namin itong sagutin, o hanggang burahin mo ang account.
        </li>
        <li>
          Tala ng bayad: habang may account ka. Kapag binura mo ito, ang plan, halaga, petsa at number ng
          bayad lang ang maiiwan, hanggang 10 taon, dahil kailangan sa buwis. Walang nakakabit na pangalan.
        </li>
        <li>Binurang account: wala na ang lahat ng iba pang data sa loob ng 30 araw.</li>
        <li>Binitawan: hindi kailanman na-store.</li>
      </ul>
      <p>
        May isang exception: kung may ebidensiya ng pang-aabuso sa bata, inuutos ng batas (RA 11930) na itabi
        ito para sa imbestigasyon.
      </p>
    </Part>
  )
}
