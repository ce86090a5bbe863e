/**
 * `npm run dev`: one address for everything. Vite serves the web with hot reload and proxies API requests and sockets to a server. The
 * server restarts when a file of src/server, src/shared or database/migrations changes. The data is that of `npm start`: DATA_DIR, ./data.
 */
import { existsSync, watch } from 'node:fs'
import { createServer as createPortHolder } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import { startServer, stopOnSignal } from './server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const host = process.env['HOST'] ?? '127.0.0.1'
const port = Number(process.env['PORT'] ?? 3000)
const address = `http://${host}:${port}`
/** An editor writes a file in several steps. One restart covers them all. */
const settleMs = 100
const emptyDatabaseHint =
  'For an empty database, stop this command and delete DATA_DIR (./data). Everything in it is lost.'

const backPort = await freePort()
process.env['EMOTE_SERVER'] = `http://127.0.0.1:${backPort}`
// Shared links take their pictures from the built web app.
if (!existsSync(join(root, 'dist/web'))) await import('./build.ts')

const server = superviseServer({ HOST: '127.0.0.1', PORT: String(backPort), PUBLIC_URL: address })
const web = await createServer({
  root: join(root, 'src/web'),
  configFile: join(root, 'vite.config.ts'),
  server: { host, port, strictPort: true },
  plugins: [waitForServer(() => server.ready())],
})
stopOnSignal(async () => {
  await Promise.all([web.close(), server.stop()])
})
await web.listen().catch(async (error: unknown) => {
  console.error(`${String(error)}. Stop what uses the port, or set PORT to another one.`)
  await server.stop()
  process.exit(1)
})
await server.ready().catch(() => {})
console.log(`\nEmote is ready at ${address} (development). Ctrl-C stops it.\n`)
watchServerFiles((file) => server.restart(file))

/** Runs the server and restarts it on request. Requested restarts run one after the other. */
function superviseServer(settings: Record<string, string>) {
  let current = start()
  let turn = current.ready
  function start() {
    const started = startServer(settings)
    void started.exited.then((code) => {
      if (started !== current) return
      console.error(`The server ended (code ${code}). It starts again when you save one of its files.`)
    })
    return started
  }
  const stop = async () => {
    const last = current
    current = { ...last }
    await last.stop()
  }
  return {
    ready: () => turn,
    stop,
    restart(file: string) {
      const began = Date.now()
      turn = turn
        .catch(() => {})
        .then(async () => {
          await stop()
          current = start()
          await current.ready
          console.log(`${file} changed: the server restarted in ${Date.now() - began} ms`)
        })
      turn.catch(() => {
        if (file.endsWith('.sql')) console.error(emptyDatabaseHint)
      })
    },
  }
}

function watchServerFiles(changed: (file: string) => void): void {
  let timer: NodeJS.Timeout | undefined
  for (const folder of ['src/server', 'src/shared', 'database/migrations']) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || !/\.(ts|sql)$/.test(name) || name.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => changed(join(folder, name)), settleMs)
    })
  }
}

/** Holds pages and API requests while the server restarts, and reports a failed start. */
function waitForServer(ready: () => Promise<void>): Plugin {
  const forServer = /^\/((auth|rest|realtime|storage|functions)\/v1\/|cards\/|test-payments\/|config\.json)/
  return {
    name: 'emote-wait-for-server',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const isPage = request.headers.accept?.includes('text/html')
        if (!isPage && !forServer.test(request.url ?? '')) return next()
        ready().then(
          () => next(),
          () => {
            response.writeHead(503, { 'content-type': 'text/plain' })
            response.end('The server did not start. The terminal of `npm run dev` says why.\n')
          },
        )
      })
    },
  }
}

/** A port that nothing listens on, for the server behind Vite. */
async function freePort(): Promise<number> {
  const holder = createPortHolder().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const held = holder.address()
  holder.close()
  await once(holder, 'close')
  if (typeof held !== 'object' || !held) throw new Error('No free port was found')
  return held.port
}
