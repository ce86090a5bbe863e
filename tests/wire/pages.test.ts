import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWebFiles } from '../../src/server/pages/files.ts'
import { readPaymentQr } from '../../src/server/pages/payment-qr.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
let webFolder: string
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'emote-web-'))
  await mkdir(join(webFolder, 'assets'))
  await mkdir(join(webFolder, 'pages'))
  await writeFile(join(webFolder, 'assets/app-abc.js'), 'console.log(1)')
  await writeFile(join(webFolder, 'assets/app-abc.js.br'), 'packed')
  await writeFile(
    join(webFolder, 'app.html'),
    '<head><!--emote-config--><script>document.title</script></head>app',
  )
  await writeFile(join(webFolder, 'service-worker.js'), 'self')
  await writeFile(join(webFolder, 'payment-qr-test.svg'), '<svg><title>TEST</title></svg>')
  await writeFile(join(webFolder, 'pages/home.html'), '<head><!--emote-config--></head>home')
  app = await startApp({ webFolder })
})
afterAll(async () => {
  await app.stop()
  await rm(webFolder, { recursive: true })
})

describe('pages', () => {
  it('contain the configuration and have strict headers', async () => {
    const response = await app.fetch('/')
    const text = await response.text()
    expect(text).toContain('home')
    expect(text).toContain('<meta name="emote-config" content="{&#34;url&#34;:')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('allow only their own inline scripts, by hash', async () => {
    const policy = (await app.fetch('/write')).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/)
  })

  it('come in the coding that the browser accepts, and are cached for ever where the name holds a hash', async () => {
    const packed = await app.fetch('/assets/app-abc.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['br', 'packed'])
    expect(packed.headers.get('cache-control')).toContain('immutable')
    const plain = await app.fetch('/assets/app-abc.js')
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'console.log(1)'])
  })

  it('include the service worker, revalidated with each page, under a policy of its own', async () => {
    const worker = await app.fetch('/service-worker.js')
    expect([worker.status, worker.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(worker.headers.get('x-content-type-options')).toBe('nosniff')
    expect(worker.headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    const etag = worker.headers.get('etag') ?? ''
    const again = await app.fetch('/service-worker.js', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    // A page may create one policy for script addresses (lib/register-worker.ts), and workers come from this origin only.
    const policy = (await app.fetch('/write')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("trusted-types emote-worker; worker-src 'self'")
  })

  it('answer 304 to a browser that has the file', async () => {
    const etag = (await app.fetch('/')).headers.get('etag') ?? ''
    expect((await app.fetch('/', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it.each([
    '/nowhere',
    '/wall',
    '/assets/',
    '/../etc/passwd',
    '/%2e%2e/secrets.json',
    '/pages/home.html',
    '/.env',
    '/assets/app-abc.js.map',
  ])('do not include %s', async (path) => {
    const response = await app.fetch(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('lead a person with a broken link into the app, with status 404', async () => {
    const response = await app.fetch('/nowhere', { headers: { accept: 'text/html' } })
    expect([response.status, (await response.text()).includes('app')]).toEqual([404, true])
  })

  it('show the QR of the operator, or else one that is marked as a test', async () => {
    const test = await app.fetch('/payment-qr')
    expect([test.status, test.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await test.text()).toContain('TEST')
    const own = join(webFolder, 'own.png')
    await writeFile(own, '\x89PNG\r\n\x1a\n and more', 'latin1')
    const files = await loadWebFiles(webFolder, { url: '' }, await readPaymentQr(own))
    expect(files.get('/payment-qr')?.type).toBe('image/png')
  })

  it.each([
    ['a page', '<html><svg></svg></html>'],
    ['a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a handler', '<svg onload="alert(1)"/>'],
    ['a foreign picture', '<svg><image href="https://x.example/a.png"/></svg>'],
    ['a foreign style', '<svg><style>@import "https://x.example/a.css"</style></svg>'],
    ['a link', '<svg><a href="javascript:alert(1)"><path d="M0 0"/></a></svg>'],
    ['nothing', ''],
  ])('%s is no QR, and the start names the setting', async (_, text) => {
    const path = join(webFolder, 'wrong.svg')
    await writeFile(path, text)
    await expect(readPaymentQr(path)).rejects.toThrow('PAYMENT_QR: the picture must be')
    await writeFile(
      path,
      '<?xml version="1.0"?><svg viewBox="0 0 2 2"><use href="#a"/><path id="a" d="M0 0h1v1z"/></svg>',
    )
    expect((await readPaymentQr(path))?.type).toBe('image/svg+xml')
    await expect(readPaymentQr(`${path}.gone`)).rejects.toThrow('PAYMENT_QR: the file')
  })

  it('accept GET and HEAD only', async () => {
    expect((await app.fetch('/', { method: 'POST', body: 'x' })).status).toBe(405)
    expect((await app.fetch('/', { method: 'HEAD' })).status).toBe(200)
  })
})

const askForMetrics = (host: string, from: string, headers: Record<string, string> = {}) =>
  app.app.fetch(new Request(`http://${host}/metrics`, { headers }), from)

describe('the server', () => {
  it('tells clients the public configuration and no secret', async () => {
    const config = (await (await app.fetch('/config.json')).json()) as Record<string, unknown>
    expect(config['anonKey']).toBe(app.keys.anonKey)
    expect(config).toMatchObject({
      features: { refine: 'offline' },
      limits: { refinements: 10, quotaDays: 30 },
    })
    expect(JSON.stringify(config)).not.toContain(app.keys.serviceKey)
  })

  it('is alive and ready', async () => {
    expect((await app.fetch('/healthz')).status).toBe(200)
    expect((await app.fetch('/readyz')).status).toBe(200)
  })

  it('shows its metrics to direct callers of this machine only', async () => {
    expect(await (await askForMetrics('localhost:3000', '127.0.0.1')).text()).toContain(
      'emote_http_requests_total',
    )
    const local = [
      await askForMetrics('127.0.0.1', '::ffff:127.0.0.1'),
      await askForMetrics('[::1]:3000', '::1'),
    ]
    expect(local.map(({ status }) => status)).toEqual([200, 200])
    const proxied = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].map((name) =>
      askForMetrics('127.0.0.1', '127.0.0.1', { [name]: '203.0.113.5' }),
    )
    const refused = await Promise.all([
      askForMetrics('127.0.0.1', '203.0.113.5'),
      askForMetrics('emote.test', '127.0.0.1'),
      askForMetrics('localhost.attacker.example', '127.0.0.1'),
      ...proxied,
    ])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
  })

  it('answers a preflight without a key', async () => {
    const response = await app.fetch('/rest/v1/public_posts', {
      method: 'OPTIONS',
      headers: { origin: 'https://x.example' },
    })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })
})
