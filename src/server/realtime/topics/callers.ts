import { claimsOf, ClaimsError } from '../../http/claims.ts'
import type { Keys } from '../../http/keys.ts'
import { ChannelError } from '../errors.ts'
import { roles, type Caller } from './caller.ts'
import type { Socket } from '../wire/socket.ts'

type Deps = { keys: Keys; issuer: string; clock: () => number }

/** The caller that a token names; without a token, the role of the key that opened the socket. Rejects with `ChannelError`. */
export function createCallers({
  keys,
  issuer,
  clock,
}: Deps): (socket: Socket<unknown>, token: string | undefined) => Promise<Caller> {
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
    // Concurrent joins share one check.
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
