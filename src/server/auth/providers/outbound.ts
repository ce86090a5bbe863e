import type { FetchBody } from 'openid-client'

/** A provider's answer is some KB. */
const mostBytes = 256 * 1_024
const patienceMs = 8_000

/** What the libraries of the protocol ask for. */
type Outbound = {
  method: string
  headers: Headers | Record<string, string>
  body?: FetchBody
  signal?: AbortSignal | undefined
}

/** The provider did not answer as it must. The message names no person and no token. */
export class ProviderUnavailable extends Error {}

/**
 * Every request to a provider. It follows no redirect, ends after eight seconds, and reads at most 256 KB. Never inside a transaction.
 */
export async function fetchBounded(
  url: string,
  { method, headers: sent, body: content, signal: ended }: Outbound,
  timeoutMs = patienceMs,
): Promise<Response> {
  const late = AbortSignal.timeout(timeoutMs)
  const signal = ended ? AbortSignal.any([ended, late]) : late
  try {
    const response = await fetch(url, {
      method,
      headers: sent,
      body: content ?? null,
      redirect: 'manual',
      signal,
    })
    const { status, headers } = response
    const empty = status === 204 || status === 205 || status === 304
    const body = await readBounded(response)
    if (status >= 500) throw new ProviderUnavailable(`status ${status}`)
    return new Response(empty ? null : body, { status, headers: readable(headers) })
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error
    throw new ProviderUnavailable(late.aborted ? 'no answer in time' : 'no connection')
  }
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new ProviderUnavailable('an endless answer')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The body is decoded already. */
function readable(headers: Headers): Headers {
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  kept.delete('content-length')
  return kept
}
