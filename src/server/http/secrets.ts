import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

export type ApiRole = 'anon' | 'service_role'

/** What `DATA_DIR/secrets.json` holds. */
export type Secrets = {
  /** Signs tokens. */
  signingKey: JWK
  /** Signs after the next rotation. Every node accepts it already, so nodes may restart one after the other. */
  nextKey?: JWK
  /** Signed until the last rotation, and is accepted until it is retired. */
  previousKey?: JWK
  /** The signing key of the first start: the database knows the file by it. */
  firstKey?: { kid: string; x: string }
  secret: string
  anonKey?: string
  serviceKey?: string
  /** API keys that were issued before this time, in seconds, are refused. */
  keysSince?: Partial<Record<ApiRole, number>>
}

const fileOf = (dataDir: string) => join(dataDir, 'secrets.json')

/** Undefined before the first start. */
export async function readSecrets(dataDir: string): Promise<Secrets | undefined> {
  const file = fileOf(dataDir)
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return found === undefined ? undefined : parseSecrets(found, file)
}

function parseSecrets(text: string, file: string): Secrets {
  const stored = readJson(text)
  const { signingKey, secret } = stored ?? {}
  const others = [stored?.nextKey, stored?.previousKey].filter((key) => key !== undefined)
  if (!stored || !signingKey || !secret || ![signingKey, ...others].every((key) => key?.kid && key.d)) {
    throw new Error(
      `${file} is damaged: it is no JSON, or signingKey or secret is missing. Restore it from a backup. A new one would end every session.`,
    )
  }
  return { ...stored, signingKey, secret }
}

/** The parser's own error would quote a piece of the secrets. */
function readJson(text: string): Partial<Secrets> | null {
  try {
    return JSON.parse(text) as Partial<Secrets> | null
  } catch {
    return null
  }
}

export async function makeSecrets(): Promise<Secrets> {
  return {
    signingKey: await makeSigningKey(),
    nextKey: await makeSigningKey(),
    secret: randomBytes(32).toString('base64url'),
  }
}

export async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(9).toString('base64url'),
    alg: 'ES256',
    use: 'sig',
  }
}

/** Stores the secrets of a first start. Fails when another start was faster. */
export async function storeFirst(dataDir: string, secrets: Secrets): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(fileOf(dataDir), textOf(secrets), { mode: 0o600, flag: 'wx' })
}

/** Replaces the secrets. A crash leaves the old file or the new one. The owner of the file stays. */
export async function replaceSecrets(dataDir: string, change: (held: Secrets) => Promise<Secrets>) {
  const file = fileOf(dataDir)
  const made = `${file}.new`
  const handle = await open(made, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`Another command changes the keys. When none runs, delete ${made} and try again.`)
  })
  try {
    const held = await readSecrets(dataDir)
    if (!held) throw new Error(`There is no ${file}. Start the server once: it makes the keys.`)
    await handle.writeFile(textOf(await change(held)))
    await handle.sync()
    const { uid, gid } = await stat(file)
    if (process.getuid?.() === 0) await chown(made, uid, gid)
    await rename(made, file)
  } catch (error) {
    await rm(made, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

const textOf = (secrets: Secrets) => `${JSON.stringify(secrets, null, 2)}\n`
