import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { exactTime, relativeTime } from '../../../shared/relative-time.ts'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { hasDeclined, isHereAlready } from '../../lib/passkey.ts'
import { useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import styles from './Devices.module.css'
import {
  addPasskey,
  nameLength,
  type Passkey,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from './passkeys.api.ts'
import { useAsking } from './use-asking.ts'

/** The devices that log the person in by a finger, a face or a PIN. */
export function Passkeys() {
  const { id } = useUser()
  const { data: passkeys, error, isPaused, refetch } = useQuery(passkeysOf(id))
  const [leaving, setLeaving] = useState<Passkey>()
  const [named, setNamed] = useState<Passkey>()
  const list = useRef<HTMLUListElement>(null)
  if (isPaused && !passkeys) return <Banner kind="note">Lalabas ito pag may signal na.</Banner>
  if (error && !passkeys)
    return (
      <Banner kind="error">
        <p>{wordsFor(error)}</p>
        <Button kind="plain" size="small" onClick={() => void refetch()}>
          Subukan ulit
        </Button>
      </Banner>
    )
  if (!passkeys) return <Skeleton lines={4} />
  return (
    <>
      <p className={styles.note}>
        Fingerprint, mukha, o PIN ng device mo ang magpapasok sa ’yo, hindi na password. Hindi umaalis sa
        device ang fingerprint mo.
      </p>
      <ul ref={list} tabIndex={-1} className={styles.devices} aria-label="Mga passkey mo">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <Row passkey={passkey} onName={() => setNamed(passkey)} onRemove={() => setLeaving(passkey)} />
          </li>
        ))}
      </ul>
      {passkeys.length === 0 && <p className={styles.note}>Wala ka pang passkey.</p>}
      <Adding userId={id} />
      <p className={styles.note}>May ibang nakakaalam ng PIN ng phone mo? Makakapasok din sila rito.</p>
      {named && <Naming passkey={named} userId={id} onClose={() => setNamed(undefined)} />}
      {leaving && (
        <Removal
          passkey={leaving}
          userId={id}
          onClose={() => setLeaving(undefined)}
          onDone={() => list.current?.focus()}
        />
      )}
    </>
  )
}

const nameOf = ({ friendly_name: name }: Passkey) => name ?? 'Hindi kilalang device'

type RowProps = { passkey: Passkey; onName: () => void; onRemove: () => void }

function Row({ passkey, onName, onRemove }: RowProps) {
  const { created_at: added, last_used_at: used } = passkey
  return (
    <>
      <p className={styles.name}>{nameOf(passkey)}</p>
      <p className={styles.note}>
        Idinagdag{' '}
        <time dateTime={added} title={exactTime(added)}>
          {relativeTime(added)}
        </time>{' '}
        · {used ? `huling ginamit ${relativeTime(used)}` : 'hindi pa nagagamit'}
      </p>
      <div className={styles.actions}>
        <IconButton icon="pen" label={`Palitan ang pangalan ng ${nameOf(passkey)}`} onClick={onName} />
        <Button kind="quiet" size="small" onClick={onRemove}>
          Alisin<span className="visually-hidden"> ang {nameOf(passkey)}</span>
        </Button>
      </div>
    </>
  )
}

type NamingProps = { passkey: Passkey; userId: string; onClose: () => void }

function Naming({ passkey, userId, onClose }: NamingProps) {
  const client = useQueryClient()
  const { isBusy, field, onSubmit } = useAsking({
    first: passkey.friendly_name ?? '',
    check: (typed) => (typed.trim() ? undefined : 'Kailangan ang pangalan'),
    send: async (typed) => {
      await renamePasskey(passkey.id, typed.trim())
      await client.invalidateQueries(passkeysOf(userId))
      onClose()
      showToast('Napalitan na ang pangalan.')
    },
    words: (error) =>
      codeOf(error) === 'validation_failed' ? 'Wala na ang passkey na ito.' : wordsFor(error),
  })
  return (
    <Dialog open title="Pangalan ng passkey" locked={isBusy} onClose={onClose}>
      <form className={styles.naming} method="post" noValidate onSubmit={onSubmit}>
        <TextField
          label="Pangalan"
          hint="Para alam mo kung saang device ito. Ikaw lang ang nakakakita."
          autoComplete="off"
          maxLength={nameLength}
          data-autofocus
          {...field}
        />
        <Button type="submit" busy={isBusy}>
          I-save
        </Button>
      </form>
    </Dialog>
  )
}

/** The button that adds one. After a log-in of long ago the server asks for the password. */
function Adding({ userId }: { userId: string }) {
  const client = useQueryClient()
  const [asksPassword, setAsks] = useState(false)
  const [password, setPassword] = useState('')
  const adding = useMutation({
    mutationFn: () => addPasskey(password),
    onSuccess: () => {
      setAsks(false)
      setPassword('')
      showToast('Ayos! Sa susunod, puwede ka nang pumasok nang walang password.')
    },
    onError: (error) => codeOf(error) === 'reauthentication_needed' && setAsks(true),
    onSettled: () => client.invalidateQueries(passkeysOf(userId)),
  })
  if (!('PublicKeyCredential' in window))
    return (
      <Banner kind="note">
        Hindi pa kaya ng browser na ’to ang passkey. Subukan sa bagong Chrome o Safari.
      </Banner>
    )
  const isWrong = codeOf(adding.error) === 'current_password_invalid'
  const words = adding.isError && !isWrong ? addingWords(adding.error) : undefined
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate()
  }
  return (
    <form className={styles.adding} noValidate onSubmit={onSubmit}>
      {asksPassword && (
        <PasswordField
          label="Password"
          hint="Para sigurado kaming ikaw ’to."
          autoComplete="current-password"
          ref={focusIt}
          value={password}
          error={isWrong ? 'Mali ang password. Subukan ulit.' : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {words && <Banner kind="error">{words}</Banner>}
      <Button type="submit" kind="quiet" icon="plus" busy={adding.isPending}>
        {asksPassword ? 'Ituloy' : 'Magdagdag ng passkey'}
      </Button>
    </form>
  )
}

/** The field appears because a press asks for it. */
const focusIt = (field: HTMLInputElement | null) => field?.focus()

/** Undefined for the question for the password, which is no failure. */
function addingWords(error: unknown): string | undefined {
  if (hasDeclined(error)) return 'Hindi natuloy. Walang nabago; subukan mo lang ulit.'
  if (isHereAlready(error)) return 'May passkey ka na sa device na ’to.'
  const code = codeOf(error)
  if (code === 'reauthentication_needed') return undefined
  if (code === 'insufficient_aal')
    return 'Para sigurado kaming ikaw ’to, mag-log out ka muna, tapos mag-log in ulit. Puwede ka nang magdagdag pagkatapos.'
  if (code === 'too_many_passkeys') return 'Sampung passkey ang kaya. Alisin mo muna ang hindi mo na gamit.'
  if (code.startsWith('webauthn_')) return 'Hindi tinanggap ang passkey. Subukan mo ulit.'
  return error instanceof DOMException ? 'Hindi kaya ng device na ’to ang passkey.' : wordsFor(error)
}

type RemovalProps = { passkey: Passkey; userId: string; onClose: () => void; onDone: () => void }

function Removal({ passkey, userId, onClose, onDone }: RemovalProps) {
  const client = useQueryClient()
  const remove = async () => {
    try {
      await removePasskey(passkey.id)
    } catch (error) {
      return wordsFor(error)
    }
    await client.invalidateQueries(passkeysOf(userId))
    onClose()
    showToast('Naalis na ang passkey.')
    // The row and its button are gone.
    onDone()
    return undefined
  }
  return (
    <ConfirmDialog
      title="Alisin ang passkey?"
      word="Alisin"
      icon="trash"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        Hindi na makakapasok dito gamit ang <strong>{nameOf(passkey)}</strong>. Gagana pa rin ang password mo.
      </p>
    </ConfirmDialog>
  )
}
