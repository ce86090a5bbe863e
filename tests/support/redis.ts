import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findPort } from './network.ts'

export type TestRedis = {
  url: string
  /** Kills it. It keeps nothing. */
  crash(): Promise<void>
  /** Starts it again at the same address, empty. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A real Redis for one test file, without persistence. */
export async function startRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'emote-redis-'))
  const port = await findPort()
  let redis = await run(port, folder)
  const crash = async () => {
    if (redis.exitCode !== null || redis.signalCode !== null) return
    const gone = once(redis, 'exit')
    redis.kill('SIGKILL')
    await gone
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    crash,
    restart: async () => void (redis = await run(port, folder)),
    async stop() {
      await crash()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function run(port: number, folder: string): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = spawn('redis-server', [...settings, '--dir', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // An aborted run leaves no process behind.
  const end = () => void redis.kill('SIGKILL')
  process.once('exit', end)
  redis.once('exit', () => process.off('exit', end))
  for await (const line of createInterface(redis.stdout)) if (/Ready to accept connections/.test(line)) break
  redis.stdout.resume()
  return redis
}
