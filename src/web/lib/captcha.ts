import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** A cheap phone needs some seconds. */
const longestMs = 60_000

/** The body of a refused request with a solved challenge. The server asks for one when log-ins fail in masses; the person sees a longer wait. */
export async function proveWork(body: string, challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: longestMs })
  const captcha_token = btoa(JSON.stringify({ challenge, solution }))
  const fields = JSON.parse(body) as Record<string, unknown>
  return JSON.stringify({ ...fields, gotrue_meta_security: { captcha_token } })
}
