/**
 * Opens the sealed diary of a downloaded page (src/server/functions/my-data). The build puts this file with all it needs into one script,
 * which the server writes into the page: it opens without the app, offline, and sends nothing.
 */
import { foldGroups, recover, unlock, WrongPassphrase, WrongRecoveryKey } from '../domain/diary/keys.ts'
import { unseal, type DiaryKey } from '../domain/diary/vault.ts'
import type { Lock } from '../domain/device/kept.ts'
import { moodOfValue } from '../../shared/moods.ts'

const form = document.querySelector<HTMLFormElement>('#diary-lock')
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void open(form)
})

const notOpened = 'Hindi mabuksan ang entry na ito.'

async function open(of: HTMLFormElement): Promise<void> {
  const field = of.querySelector('input')
  const button = of.querySelector('button')
  const told = of.querySelector('[role=status]')
  if (!field || !button || !told) return
  const tell = (words: string) => {
    told.textContent = words
  }
  // A browser that treats the file as unsafe has no cryptography.
  if (!('subtle' in crypto))
    return tell('Hindi kaya ng app na ito. Buksan ang file sa Chrome, Firefox o Edge.')
  button.disabled = true
  tell('Binubuksan… Sandali lang.')
  try {
    const key = await keyFor(lockOf(of), field.value)
    const sealed = [...document.querySelectorAll<HTMLElement>('[data-sealed]')]
    const opened = await openAll(key, sealed, tell)
    field.value = ''
    of.replaceChildren(told)
    tell(
      opened === sealed.length
        ? 'Bukas na ang diary mo. Isara ang page na ito para mag-lock ulit.'
        : `Bukas na, pero ${sealed.length - opened} sa ${sealed.length} ang hindi mabuksan.`,
    )
    document.querySelector<HTMLElement>('#diary')?.scrollIntoView()
  } catch (error) {
    button.disabled = false
    const isWrong = error instanceof WrongPassphrase || error instanceof WrongRecoveryKey
    tell(
      isWrong ? 'Hindi iyan ang passphrase o recovery key. Subukan ulit.' : 'Sira ang kopyang ito ng lock.',
    )
    field.focus()
  }
}

/** A recovery key has 32 letters of its own alphabet. A passphrase that looks like one is tried as a passphrase too. */
async function keyFor(lock: Lock, secret: string): Promise<DiaryKey> {
  const mayRecover = foldGroups(secret).length === 32
  return unlock(lock, secret).catch((error: unknown) => {
    if (mayRecover && error instanceof WrongPassphrase) return recover(lock, secret)
    throw error
  })
}

const lockOf = ({ dataset }: HTMLFormElement): Lock => ({
  id: dataset.id ?? '',
  public_key: dataset.publicKey ?? '',
  by_passphrase: dataset.byPassphrase ?? '',
  by_recovery: dataset.byRecovery ?? '',
  ending: false,
})

/** Returns how many entries could be opened. */
async function openAll(
  key: DiaryKey,
  articles: readonly HTMLElement[],
  tell: (words: string) => void,
): Promise<number> {
  let opened = 0
  for (const [at, article] of articles.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- a cheap phone opens one entry after the other
    if (await openOne(key, article)) opened++
    if (at % 100 === 99) tell(`Binubuksan… ${at + 1} sa ${articles.length}`)
  }
  return opened
}

async function openOne(key: DiaryKey, article: HTMLElement): Promise<boolean> {
  const { entry = '', sealed = '' } = article.dataset
  const note = article.querySelector('.note')
  try {
    const { mood, content } = await unseal(key, entry, sealed)
    const { emoji, label } = moodOfValue(mood)
    const words = document.createElement('p')
    words.dir = 'auto'
    words.textContent = content
    article.querySelector('.meta')?.append(` · ${emoji} ${label}`)
    note?.replaceWith(words)
    return true
  } catch {
    if (note) note.textContent = notOpened
    return false
  }
}
