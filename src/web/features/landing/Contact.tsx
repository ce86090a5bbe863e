import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { publicConfig } from '../../lib/config.ts'
import { Page } from '../../ui/Page.tsx'
import { Paper } from '../../ui/Paper.tsx'
import styles from './Contact.module.css'
import { ContactForm } from './ContactForm.tsx'
import { Helplines } from './Helplines.tsx'

const never = () => () => undefined

export function Contact() {
  const address = useSyncExternalStore(
    never,
    () => publicConfig().links.email ?? undefined,
    () => undefined,
  )
  return (
    <Page
      title="Kausapin mo kami"
      lead="May sira, may ideya, o may hindi malinaw? Isang tao ang babasa nito."
      width="wide"
    >
      <div className={styles.columns}>
        <Paper taped>
          <ContactForm address={address} />
        </Paper>
        <div className={styles.aside}>
          <section aria-labelledby="details">
            <h2 id="details">Paano kami maaabot</h2>
            <p>Karaniwang sumasagot kami sa loob ng 24-48 hours tuwing weekday, sa email na ibinigay mo.</p>
            {address && (
              <p>
                Email: <a href={`mailto:${address}`}>{address}</a>
              </p>
            )}
          </section>
          <section aria-labelledby="urgent" className={styles.urgent}>
            <h2 id="urgent">Hindi makapaghihintay?</h2>
            <p>Hindi kami crisis line, at baka matagal bago kami makasagot. Sila, gising:</p>
            <Helplines />
          </section>
          <section aria-labelledby="topics">
            <h2 id="topics">Saan kami makakatulong</h2>
            <ul>
              <li>
                Nakalimutan ang password? <Link href="/forgot-password">Humingi ng link</Link>
              </li>
              <li>
                Palitan ang codename: nasa <Link href="/profile">Profile</Link>
              </li>
              <li>
                Burahin ang account: nasa dulo ng <Link href="/profile">Profile</Link>
              </li>
              <li>Bug, mabagal na page, o may nawala sa screen</li>
              <li>
                Premium at bayad: nasa <Link href="/billing-manual">Billing</Link>
              </li>
              <li>Report tungkol sa post, komento, o tao</li>
              <li>
                Kopya ng data mo: Kunin ang data ko, nasa <Link href="/profile">Profile</Link>
              </li>
            </ul>
          </section>
        </div>
      </div>
      <Questions />
    </Page>
  )
}

const questions = [
  [
    'Makikita ba ng iba kung sino ako?',
    'Hindi. Codename lang ang lumalabas, at puwede mo itong palitan. Ang email mo ay para lang sa pag-login.',
  ],
  [
    'Libre ba talaga?',
    'Oo. Libre ang magsulat, mag-post, mag-diary, at magbitaw. May Premium para sa mga dagdag, gaya ng polls.',
  ],
  [
    'Saan napupunta ang binitawan ko?',
    'Wala. Hindi ito ini-store at hindi ipinapadala. Kapag lumipad, wala na talaga, kahit kami ay hindi na ito maibabalik.',
  ],
  [
    'May nakabasa ba ng diary ko?',
    'Wala. Walang ibang user na makakabukas nito, at hindi namin ito binabasa. Kung gusto mo, lagyan mo pa ng lock na ikaw lang ang may susi.',
  ],
  [
    'Paano burahin ang account?',
    'Sa Profile, pindutin ang Deactivate Account. Burado agad ang lahat ng sa ’yo, at hindi na maibabalik. Kung gusto mo ng kopya, kunin mo muna roon ang data mo.',
  ],
  ['Ilang taon dapat?', '13 pataas.'],
] as const

function Questions() {
  return (
    <section aria-labelledby="faq" className={styles.questions}>
      <h2 id="faq">Madalas itanong</h2>
      {questions.map(([question, answer]) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </section>
  )
}
