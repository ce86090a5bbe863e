import { isKnownHash } from '../../http/password-hash.ts'
import { invalid } from '../errors.ts'
import {
  emailField,
  flagField,
  longestPassword,
  metadataField,
  phoneField,
  textField,
  type Body,
} from '../input.ts'
import { checkNewPassword } from '../passwords.ts'
import { endOfBan } from './ban.ts'

/** What an administrator sets. Undefined: it stays. */
export type Changes = {
  email: string | undefined
  phone: string | undefined
  password: string | undefined
  /** Of another server, kept until the person logs in. */
  passwordHash: string | undefined
  emailConfirm: boolean | undefined
  phoneConfirm: boolean | undefined
  userMetadata: Record<string, unknown> | undefined
  appMetadata: Record<string, unknown> | undefined
  /** Null lifts a ban. */
  bannedUntil: Date | null | undefined
}

/** It stands in every access token. */
export const appMetadataBytes = 2_048

/** `least`: letters of a password. */
export function readChanges(body: Body, now: Date, least: number): Changes {
  for (const name of ['role', 'aud']) {
    const value = textField(body, name) ?? 'authenticated'
    if (value !== 'authenticated') throw invalid(`${name} can only be authenticated`)
  }
  const email = emailField(body)
  const phone = phoneField(body)
  const password = textField(body, 'password', longestPassword)
  const passwordHash = textField(body, 'password_hash')
  if (password && passwordHash) throw invalid('Only a password or a password hash should be provided')
  if (password) checkNewPassword(password, email ?? phone ?? '', least)
  if (passwordHash && !isKnownHash(passwordHash)) throw invalid('password_hash must be bcrypt or argon2')
  const ban = textField(body, 'ban_duration')
  return {
    email,
    phone,
    password,
    passwordHash,
    emailConfirm: flagField(body, 'email_confirm'),
    phoneConfirm: flagField(body, 'phone_confirm'),
    userMetadata: metadataField(body, 'user_metadata'),
    appMetadata: metadataField(body, 'app_metadata', appMetadataBytes),
    bannedUntil: ban === undefined ? undefined : endOfBan(ban, now),
  }
}
