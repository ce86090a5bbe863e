/** `npm run demo`: the product with people in it, with its own data (DATA_DIR, ./data/demo). A second run writes nothing twice. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNear, readDemo } from './demo-data.ts'
import { addressOf, strangersIn, writeDemo, type Server } from './demo-write.ts'
import { startServer, stopOnSignal } from './server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dataDir = resolve(root, process.env['DATA_DIR'] ?? 'data/demo')
const { PORT: port = '3000', HOST: host = '127.0.0.1', PUBLIC_URL: publicUrl, DATABASE_URL } = process.env
const stamp = join(dataDir, 'demo-written')
const demo = readDemo(Date.now())

const refusal = whyNot()
if (refusal) {
  console.error(`npm run demo refuses to start: ${refusal}`)
  process.exit(1)
}
const server = startServer({ PORT: port, HOST: host, DATA_DIR: dataDir, AUTH_LIMITS: 'relaxed' }, () => {})
stopOnSignal(() => server.stop())
try {
  await server.ready
  const began = Date.now()
  if (await fill()) console.log(`The demo was written in ${Date.now() - began} ms.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await server.stop()
  process.exit(1)
}
console.table(
  Object.fromEntries(
    demo.cast.map((member) => [
      addressOf(member),
      { password: member.password, codename: member.codename, about: member.about },
    ]),
  ),
)
console.log(`Log in as one of them at http://${host}:${port}/login; ${diarist()} has a diary of a year.`)
console.log(`Emote is ready at http://${host}:${port} (demo). Ctrl-C stops it.`)
process.exit(await server.exited)

/** The cast's passwords are public in the repository. The demo must not run beside other people's data or on a public address. */
function whyNot(): string | undefined {
  if (DATABASE_URL) return 'DATABASE_URL is set, and the demo uses a database of its own. Unset it.'
  if (publicUrl && !isNear(publicUrl))
    return `PUBLIC_URL ${publicUrl} is public, and the demo's passwords are known to everybody. Unset it.`
  if (!publicUrl && !isNear(`http://${host}`))
    return `HOST ${host} lets everybody in, and the demo's passwords are known. Set HOST or PUBLIC_URL to an address of your own network.`
  return undefined
}

/** False when an earlier run has written all of it. */
async function fill(): Promise<boolean> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === demo.digest) return false
  const keys = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Omit<Server, 'url'>
  const target = { ...keys, url: `http://127.0.0.1:${port}` }
  const strangers = await strangersIn(target, demo.cast)
  if (strangers.length > 0)
    throw new Error(
      `npm run demo refuses to write into ${dataDir}: it holds ${strangers.length} accounts of other people. Set DATA_DIR to an empty folder.`,
    )
  await writeDemo(target, demo)
  writeFileSync(stamp, demo.digest)
  return true
}

function diarist(): string {
  return demo.cast.find(({ diary }) => diary)?.name ?? 'nobody'
}
