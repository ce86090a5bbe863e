import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isOffline, noAnswerWords, wordsFor } from '../../lib/failure.ts'
import { profileKey } from '../../domain/person/profile.ts'
import { useUser } from '../../lib/session.ts'
import { UploadRefused } from '../../lib/upload.ts'
import { newPath, words } from './picture.ts'
import { changeAvatar, forgetUpload } from './picture.api.ts'

export type Sending =
  | { status: 'idle' }
  /** 1: everything is sent, and the server works. */
  | { status: 'sending'; share: number }
  /** A retry may succeed. */
  | { status: 'failed'; words: string }
  /** The file was refused for good. */
  | { status: 'refused'; words: string }

/** Uploads one choice under one key, so a retry replaces the first. Leaving deletes an unfinished upload. */
export function useSending(onDone: () => void) {
  const user = useUser()
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending>({ status: 'idle' })
  const under = useRef<AbortController>(undefined)
  const path = useRef<string>(undefined)

  useEffect(
    () => () => {
      under.current?.abort()
      if (path.current) void forgetUpload(path.current)
    },
    [],
  )

  async function send(prepare: () => Promise<Blob>) {
    if (sending.status === 'sending') return
    const { signal } = (under.current = new AbortController())
    setSending({ status: 'sending', share: 0 })
    try {
      const file = await prepare()
      path.current ??= newPath(user.id, file.type)
      const onProgress = (share: number) => setSending({ status: 'sending', share })
      await changeAvatar(user, { path: path.current, file, onProgress, signal })
      path.current = undefined
      await client.invalidateQueries({ queryKey: profileKey(user.id) })
      onDone()
    } catch (error) {
      setSending(signal.aborted ? { status: 'idle' } : tell(error))
    }
  }
  return { sending, send, cancel: () => under.current?.abort() }
}

function tell(error: unknown): Sending {
  if (isOffline(error)) return { status: 'failed', words: noAnswerWords() }
  const status = error instanceof UploadRefused ? error.status : 0
  if (status === 413) return { status: 'refused', words: words.size }
  if (status === 415) return { status: 'refused', words: words.kind }
  if (status === 429) return { status: 'failed', words: wordsFor(error) }
  return { status: 'failed', words: 'Hindi natuloy ang upload. Nandito pa ang larawan mo; subukan ulit.' }
}
