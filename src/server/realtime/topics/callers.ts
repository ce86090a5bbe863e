import type { Claims } from '../../db/door.ts'
import { claimsOf, ClaimsError } from '../../http/claims.ts'
import type { Keys } from '../../http/keys.ts'
import { ChannelError } from '../errors.ts'
import { Allowance } from '../limits.ts'
import type { Socket } from '../wire/socket.ts'

/** Who a channel is for, and until when its token says so (milliseconds). */
export type Caller = { claims: Claims; expiresAt: number }

export const roles: Record<'anon' | 'service_role', Caller> = {
  anon: { claims: { role: 'anon' }, expiresAt: Infinity },
  service_role: { claims: { role: 'service_role' }, expiresAt: Infinity },
}

type Deps = { keys: Keys; issuer: string; clock: () => number }

/** Whom a token names; without a token, whose key opened the socket. Rejects with a `ChannelError`. */
export function createCallers({
  keys,
  issuer,
  clock,
}: Deps): (socket: Socket, token: string | undefined) => Promise<Caller> {
  const read = async (token: string, browser: boolean): Promise<Caller> => {
    try {
      const identity = await claimsOf(token, keys, issuer, clock())
      if (identity.role === 'authenticated') {
        return { claims: identity, expiresAt: Number(identity['exp']) * 1_000 }
      }
      if (identity.role === 'service_role' && browser) {
        throw new ChannelError('Unauthorized: The service key is not accepted from browsers')
      }
      return roles[identity.role]
    } catch (error) {
      throw error instanceof ClaimsError ? new ChannelError(reasonOf(error, token)) : error
    }
  }
  return async (socket, token) => {
    if (!token) return roles[socket.keyRole]
    // One check for all the joins that come together, also while it is under way.
    if (socket.token !== token || !socket.caller) {
      socket.token = token
      socket.caller = read(token, socket.browser)
    }
    const caller = await socket.caller
    if (caller.expiresAt <= clock()) throw new ChannelError(expired)
    return caller
  }
}

export const expired = 'InvalidJWTToken: Token has expired'

function reasonOf({ reason }: ClaimsError, token: string): string {
  if (reason === 'expired_token') return expired
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return 'MalformedJWT: The token provided is not a valid JWT'
  return 'JwtSignatureError: Failed to validate JWT signature'
}

/** A person's share, whatever the number of sockets. */
export class Account {
  readonly id: string
  readonly sockets = new Set<Socket>()
  readonly joins = new Allowance()
  readonly events = new Allowance()
  readonly bytes = new Allowance()
  readonly rosters = new Allowance()

  constructor(id: string) {
    this.id = id
  }
}

const nobody: ReadonlySet<Socket> = new Set()

/** Which sockets speak for a person or a session: they are asked about when something about that one changes. */
export class People {
  readonly #accounts = new Map<string, Account>()
  readonly #sessions = new Map<string, Set<Socket>>()
  /** Without sockets. What they have used up is remembered until it is theirs again: a flood gains nothing by coming back. */
  readonly #away = new Set<Account>()

  /** Throws `ChannelError` when the person has `most` sockets already. */
  admit(socket: Socket, { claims: { sub, session_id: session } }: Caller, most: number): Account | undefined {
    if (!sub || !session) return undefined
    const account = this.#accounts.get(sub) ?? new Account(sub)
    if (!account.sockets.has(socket)) {
      if (account.sockets.size >= most) {
        throw new ChannelError('ConnectionRateLimitReached: Too many connections of this account')
      }
      this.#accounts.set(sub, account)
      this.#away.delete(account)
      account.sockets.add(socket)
      socket.accounts.push(account)
    }
    const sockets = this.#sessions.get(session)
    if (sockets?.has(socket)) return account
    if (sockets) sockets.add(socket)
    else this.#sessions.set(session, new Set([socket]))
    socket.sessions.push(session)
    return account
  }

  /** The socket is gone. */
  forget(socket: Socket): void {
    for (const account of socket.accounts) {
      if (account.sockets.delete(socket) && account.sockets.size === 0) this.#away.add(account)
    }
    for (const session of socket.sessions) {
      const sockets = this.#sessions.get(session)
      if (sockets?.delete(socket) && sockets.size === 0) this.#sessions.delete(session)
    }
  }

  /** Forgets who has been away for a while. */
  tidy(now: number): void {
    for (const account of this.#away) {
      const { joins, events, bytes, rosters } = account
      if (![joins, events, bytes, rosters].every((allowance) => allowance.isFull(now))) continue
      this.#away.delete(account)
      this.#accounts.delete(account.id)
    }
  }

  socketsOf(userId: string): ReadonlySet<Socket> {
    return this.#accounts.get(userId)?.sockets ?? nobody
  }

  socketsIn(session: string): ReadonlySet<Socket> {
    return this.#sessions.get(session) ?? nobody
  }
}
