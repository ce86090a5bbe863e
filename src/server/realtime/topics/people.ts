import type { Caller } from './caller.ts'
import type { ChannelSocket } from './channel.ts'
import { ChannelError } from '../errors.ts'
import { AccountUsage } from '../wire/account-usage.ts'

const nobody: ReadonlySet<ChannelSocket> = new Set()

/** Sockets by account and session, for checks when the account or session changes. */
export class People {
  readonly #accounts = new Map<string, { usage: AccountUsage; sockets: Set<ChannelSocket> }>()
  readonly #sessions = new Map<string, Set<ChannelSocket>>()
  /** Usage of accounts without sockets, kept until it has recovered: reconnecting does not reset a limit. */
  readonly #away = new Set<string>()

  /** Throws `ChannelError` at `most` sockets of the account. Undefined for a caller without an account. */
  admit(
    socket: ChannelSocket,
    { claims: { sub, session_id: session } }: Caller,
    most: number,
  ): AccountUsage | undefined {
    if (!sub || !session) return undefined
    const account = this.#accounts.get(sub) ?? { usage: new AccountUsage(sub), sockets: new Set() }
    if (!account.sockets.has(socket)) {
      if (account.sockets.size >= most) {
        throw new ChannelError('ConnectionRateLimitReached: Too many connections of this account')
      }
      this.#accounts.set(sub, account)
      this.#away.delete(sub)
      account.sockets.add(socket)
      socket.accounts.push(account.usage)
    }
    const sockets = this.#sessions.get(session)
    if (sockets?.has(socket)) return account.usage
    if (sockets) sockets.add(socket)
    else this.#sessions.set(session, new Set([socket]))
    socket.sessions.push(session)
    return account.usage
  }

  forget(socket: ChannelSocket): void {
    for (const { id } of socket.accounts) {
      const sockets = this.#accounts.get(id)?.sockets
      if (sockets?.delete(socket) && sockets.size === 0) this.#away.add(id)
    }
    for (const session of socket.sessions) {
      const sockets = this.#sessions.get(session)
      if (sockets?.delete(socket) && sockets.size === 0) this.#sessions.delete(session)
    }
  }

  tidy(now: number): void {
    for (const id of this.#away) {
      if (!this.#accounts.get(id)?.usage.isFull(now)) continue
      this.#away.delete(id)
      this.#accounts.delete(id)
    }
  }

  socketsOf(userId: string): ReadonlySet<ChannelSocket> {
    return this.#accounts.get(userId)?.sockets ?? nobody
  }

  socketsIn(session: string): ReadonlySet<ChannelSocket> {
    return this.#sessions.get(session) ?? nobody
  }
}
