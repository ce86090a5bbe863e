import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { contactFault, contactLimits, contactSubjects, type ContactMessage } from '../../../shared/contact.ts'
import { mailtoOf, sendContactMessage } from './contact.api.ts'
import styles from './Contact.module.css'

const empty: ContactMessage = { name: '', email: '', subject: '', message: '' }
type Outcome = { sent: boolean; words: string }

/** The form's state and its sending. The words stay until the server has them. */
function useMessage() {
  const [draft, setDraft] = useState(empty)
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const put = (part: Partial<ContactMessage>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    // The words about a field go once the field is right. Those of the server stay.
    if (outcome && outcome.words === contactFault(draft) && outcome.words !== contactFault(next))
      setOutcome(undefined)
  }

  // A visitor may have filled in the fields before the script ran.
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const fields = Array.from(new FormData(form.current ?? undefined))
    const typed = fields.filter((field): field is [string, string] => typeof field[1] === 'string')
    setDraft({ ...empty, ...Object.fromEntries(typed) })
  }, [])

  async function send(event: SubmitEvent) {
    event.preventDefault()
    if (sending) return
    const fault = contactFault(draft)
    if (fault) return setOutcome({ sent: false, words: fault })
    setSending(true)
    setOutcome(undefined)
    const failure = await sendContactMessage({ ...draft, name: draft.name.trim(), email: draft.email.trim() })
    flushSync(() => {
      setSending(false)
      if (!failure) setDraft(empty)
      setOutcome(
        failure
          ? { sent: false, words: failure }
          : { sent: true, words: "Message sent successfully! We'll get back to you soon. 💜" },
      )
    })
    // The button was disabled meanwhile, and is after a success: the focus had left the form.
    const [button, first] = ['[type=submit]', '[name=name]'].map((each) =>
      form.current?.querySelector<HTMLElement>(each),
    )
    if (document.activeElement === document.body) (failure ? button : first)?.focus({ preventScroll: true })
  }

  return { form, draft, put, sending, outcome, send }
}

export function ContactForm({ address }: { address: string | undefined }) {
  const { form, draft, put, sending, outcome, send } = useMessage()
  const incomplete = !draft.email.trim() || !draft.subject || !draft.message.trim()
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => void send(event)}
      aria-label="Sulat sa amin"
    >
      <TextField
        label="Pangalan o codename (optional)"
        name="name"
        autoComplete="nickname"
        maxLength={contactLimits.name}
        value={draft.name}
        onChange={(event) => put({ name: event.target.value })}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        hint="Dito kami sasagot."
        value={draft.email}
        onChange={(event) => put({ email: event.target.value })}
      />
      <Subject value={draft.subject} onPick={(subject) => put({ subject })} />
      <TextField
        multiline
        label="Mensahe"
        name="message"
        required
        maxLength={contactLimits.most}
        counter={contactLimits.most}
        value={draft.message}
        onChange={(event) => put({ message: event.target.value })}
      />
      {outcome && <Answer {...outcome} mailto={address && mailtoOf(address, draft)} />}
      <Button type="submit" size="large" disabled={incomplete || sending} busy={sending}>
        Ipadala
      </Button>
      <noscript>Kailangan ng JavaScript ang form na ito.</noscript>
    </form>
  )
}

/** The way by mail, for a message that could not be sent. */
function Answer({ sent, words, mailto }: Outcome & { mailto: string | undefined }) {
  return (
    <Banner kind={sent ? 'success' : 'error'}>
      {words}
      {!sent && mailto && (
        <>
          {' '}
          <a href={mailto}>Ipadala sa email</a>
        </>
      )}
    </Banner>
  )
}

function Subject({ value, onPick }: { value: string; onPick: (subject: string) => void }) {
  return (
    <div className={styles.subject}>
      <label htmlFor="contact-subject">Tungkol saan?</label>
      <select
        id="contact-subject"
        name="subject"
        required
        value={value}
        onChange={(event) => onPick(event.target.value)}
      >
        <option value="">Pumili</option>
        {contactSubjects.map(([emoji, subject]) => (
          <option key={subject} value={subject} lang="en">
            {emoji} {subject}
          </option>
        ))}
      </select>
    </div>
  )
}
