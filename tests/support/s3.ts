import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type S3Server = {
  /** The settings for `createFiles`. */
  access: { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }
  /** Ids of the stored blobs. */
  ids(): Promise<string[]>
  /** Ends the process. `up` starts it again on the same port with the same files. */
  down(): Promise<void>
  up(): Promise<void>
  stop(): Promise<void>
}

/** A real S3-compatible server with an empty bucket. */
export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'emote-s3-'))
  let child: ChildProcess
  let port = 0
  const up = async () => {
    child = fork(fileURLToPath(new URL('s3-child.ts', import.meta.url)), [folder, String(port)], {
      execArgv: [],
    })
    const [heard] = (await once(child, 'message')) as [number]
    port = heard
  }
  const down = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  await up()
  return {
    access: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'emote',
      region: 'us-east-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    async ids() {
      const names = await readdir(join(folder, 'emote'), { recursive: true })
      return [...new Set(names.map((name) => /[0-9a-f]{64}-[0-9a-f]{16}/.exec(name)?.[0] ?? ''))].filter(
        Boolean,
      )
    },
    up,
    down,
    async stop() {
      await down()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
