import { createECDH, createHmac, createDecipheriv, randomBytes, webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { listen } from './listen.ts'

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  text: string
  token: Record<string, unknown>
}

/** A browser with its own keys, as `PushSubscription.toJSON` shows them. */
export type FakeBrowser = { endpoint: string; p256dh: string; auth: string }

export type PushServer = {
  origin: string
  /** Pushes that were accepted, decrypted, oldest first. */
  received: Received[]
  /** All requests, refused ones included. */
  asked: number
  /** The answer to the next requests. */
  status: number
  headers: Record<string, string>
  browser(): FakeBrowser
  stop(): Promise<void>
}

/** A push service in this process. It decrypts like a browser, with code of its own (RFC 8188 and 8291), and checks the sender (RFC 8292). */
export async function startPushServer(): Promise<PushServer> {
  const browsers = new Map<string, { keys: ReturnType<typeof createECDH>; auth: Buffer }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      push.asked++
      const path = request.url ?? ''
      const browser = browsers.get(path)
      const accept = async () => {
        if (push.status !== 201 || !browser) return push.status === 201 ? 404 : push.status
        const token = await verify(request.headers.authorization ?? '', push.origin)
        const text = await decrypt(Buffer.concat(chunks), browser)
        push.received.push({ path, headers: request.headers, text, token })
        return 201
      }
      accept().then(
        (status) => response.writeHead(status, push.headers).end(),
        () => response.writeHead(400).end(),
      )
    })
  })
  const origin = await listen(server)
  const push: PushServer = {
    origin,
    received: [],
    asked: 0,
    status: 201,
    headers: {},
    browser() {
      const path = `/push/${randomBytes(16).toString('hex')}`
      const keys = createECDH('prime256v1')
      const auth = randomBytes(16)
      browsers.set(path, { keys, auth })
      return {
        endpoint: `${push.origin}${path}`,
        p256dh: keys.generateKeys('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    async stop() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
  return push
}

async function verify(authorization: string, audience: string): Promise<Record<string, unknown>> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
    audience,
  })
  return payload
}

async function decrypt(body: Buffer, { keys, auth }: { keys: ReturnType<typeof createECDH>; auth: Buffer }) {
  const salt = body.subarray(0, 16)
  const theirs = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + theirs.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs, Buffer.from([1])])
  const secret = hmac(hmac(auth, keys.computeSecret(theirs)), info)
  const bits = async (name: string, length: number) => {
    const key = await webcrypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveBits'])
    const named = new TextEncoder().encode(`Content-Encoding: ${name}\0`)
    return Buffer.from(
      await webcrypto.subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: named },
        key,
        length,
      ),
    )
  }
  const decipher = createDecipheriv('aes-128-gcm', await bits('aes128gcm', 128), await bits('nonce', 96))
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString()
  if (!text.endsWith('\u0002')) throw new Error('The record has no end')
  return text.slice(0, -1)
}

const hmac = (key: Buffer, data: Buffer) => createHmac('sha256', key).update(data).digest()
