// The time of `npm start` on an installed and built tree, and the memory of an idle server.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { childrenOf, commandOf, memoryOf } from './cpu.ts'
import { median, spread, type Figure } from './figures.ts'
import { startServer, type Server } from './processes.ts'

const rounds = 5
const idleMilliseconds = 10_000

export async function measureStart(): Promise<Figure[]> {
  const fresh: number[] = []
  const again: number[] = []
  const idle: number[] = []
  for (let round = 0; round < rounds; round++) {
    // oxlint-disable no-await-in-loop -- one server at a time
    const folder = await mkdtemp(join(tmpdir(), 'emote-bench-'))
    await chmod(folder, 0o755)
    const dataDir = join(folder, 'data')
    fresh.push(await timeStart(dataDir, async () => {}))
    again.push(
      await timeStart(dataDir, async (server) => {
        if (round > 0) return
        await wait(idleMilliseconds)
        const memory = memoryOf(nodeUnder(server.pid))
        if (memory !== undefined) idle.push(memory)
      }),
    )
    await rm(folder, { recursive: true, force: true })
    // oxlint-enable no-await-in-loop
  }
  const figures: Figure[] = [
    {
      name: '`npm start` to the ready line, data at hand',
      measured: seconds(again),
      target: '≤ 3 s',
      holds: median(again) <= 3_000,
    },
    {
      name: '`npm start` to the ready line, empty DATA_DIR',
      measured: seconds(fresh),
      target: '≤ 3 s',
      holds: median(fresh) <= 3_000,
    },
  ]
  const [memory] = idle
  if (memory !== undefined)
    figures.push({
      name: 'The Node process after 10 idle seconds',
      measured: `${memory.toFixed(0)} MB`,
      target: '< 150 MB',
      holds: memory < 150,
    })
  return figures
}

function seconds(times: number[]): string {
  const each = times.map((time) => time / 1_000)
  return `${spread(each, 2)} s`
}

async function timeStart(dataDir: string, whileUp: (server: Server) => Promise<void>): Promise<number> {
  const server = await startServer('npm', ['start', '--silent'], { DATA_DIR: dataDir }, /Emote is ready/)
  try {
    await whileUp(server)
    return server.ready
  } finally {
    // The server's own process. On a signal npm ends before the server does.
    process.kill(nodeUnder(server.pid), 'SIGTERM')
    await server.ended
  }
}

/** npm starts a shell, which starts the server. */
function nodeUnder(pid: number): number {
  if (commandOf(pid).includes('src/server/main.ts') && !commandOf(pid).startsWith('sh')) return pid
  for (const child of childrenOf(pid)) {
    const found = nodeUnder(child)
    if (found > 0) return found
  }
  return 0
}
