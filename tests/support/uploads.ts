import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { markerOf, withMarker } from '../../src/shared/write-marker.ts'
import type { Upload } from '../../src/shared/uploads.ts'
import { sweepFiles } from '../../src/server/jobs/sweep.ts'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'
import { picture } from './storage.ts'

type Answer = { success: boolean; error?: string; upload?: Upload }

/** A form with one file, as the client sends it. */
export function formOf(file: Blob, name = 'ako.png'): FormData {
  const made = new FormData()
  made.append('file', file, name)
  return made
}

export function uploader(app: TestApp) {
  const headersOf = ({ token }: Person) => ({ apikey: app.keys.anonKey, authorization: `Bearer ${token}` })
  /** The status and the body of the answer. */
  const send = async (
    person: Person,
    body: BodyInit,
    { signal, type }: { signal?: AbortSignal; type?: string } = {},
  ) => {
    const headers = { ...headersOf(person), ...(type ? { 'content-type': type } : {}) }
    const response = await app.fetch('/functions/v1/upload-chat-file', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
      ...(signal ? { signal } : {}),
    } as RequestInit)
    return { status: response.status, body: (await response.json()) as Answer }
  }
  const upload = async (person: Person, file?: Blob, name?: string): Promise<Upload> => {
    const { status, body } = await send(person, formOf(file ?? (await picture()), name))
    if (!body.upload) throw new Error(`The upload was refused: ${status} ${body.error}`)
    return body.upload
  }
  const read = (person: Person, address: string) =>
    app.fetch(new URL(address, 'http://emote.test').pathname, { headers: headersOf(person) })
  return { headersOf, send, upload, read }
}

export const carrying = (upload: Pick<Upload, 'url' | 'name' | 'type'>, caption = ''): string =>
  withMarker(caption, markerOf(upload))

/** Everything that an upload can leave: rows of the ledger, objects, blobs after a sweep, stored files, temporary files. */
export async function leftovers(app: TestApp): Promise<Record<string, number>> {
  await sweepFiles({ db: app.db, files: app.files }, new Date(Date.now() + 2 * 3_600_000))
  const { rows } = await app.owner.query<Record<string, number>>(
    `select (select count(*) from public.chat_uploads)::int as uploads,
       (select count(*) from storage.objects where bucket_id = 'chat-files')::int as objects,
       (select count(*) from storage.blobs)::int as blobs`,
  )
  const names = await readdir(join(app.dataDir, 'files'), { recursive: true })
  return {
    ...rows[0],
    stored: names.filter((name) => /\/[0-9a-f]{64}-/.test(`/${name}`)).length,
    temporary: names.filter((name) => name.startsWith('tmp/')).length,
  }
}

export const nothing = { uploads: 0, objects: 0, blobs: 0, stored: 0, temporary: 0 }
