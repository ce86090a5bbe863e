/** `npm run gallery`: serves src/web/gallery with Vite. It needs no server and no database. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { stopOnSignal } from './server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env
const web = await createServer({
  root: join(root, 'src/web'),
  configFile: join(root, 'vite.config.ts'),
  server: { host, port: Number(port) },
})
stopOnSignal(() => web.close())
await web.listen()
const [address] = web.resolvedUrls?.local ?? []
console.log(`The gallery is ready at ${address ?? `http://${host}:${port}/`}gallery/. Ctrl-C stops it.`)
