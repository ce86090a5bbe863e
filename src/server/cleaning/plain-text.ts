import type { FileHandle } from 'node:fs/promises'
import { clearAsItPasses } from '../providers/files/collect.ts'

const chunkBytes = 65_536
const headBytes = 4_096
// Tabs, line ends and form feeds are text. Other control bytes belong to a format or a terminal.
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/
// Marks of content that a browser, viewer or shell would run or render.
const leading = /^\s*(?:<|#!|%!PS|%PDF)/
const tags =
  'html|head|body|script|style|svg|math|iframe|object|embed|link|meta|base|form|img|!doctype|\\?xml|\\?php'
const markup = new RegExp(`<(?:!--|(?:${tags})\\b)`, 'i')

/** Strict UTF-8 without control bytes that is no HTML, SVG, XML or script. Reads chunk by chunk. */
export async function looksLikeText(handle: FileHandle): Promise<boolean> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const buffer = Buffer.alloc(chunkBytes)
  const passed = clearAsItPasses()
  let head = ''
  for (let position = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one chunk in memory at a time
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position)
    const text = decode(strict, buffer.subarray(0, bytesRead), bytesRead > 0)
    if (text === undefined || control.test(text)) return false
    if (head.length < headBytes) head += text.slice(0, headBytes)
    if (bytesRead === 0) break
    position += bytesRead
    passed(bytesRead)
  }
  return head.length > 0 && !leading.test(head) && !markup.test(head)
}

function decode(strict: TextDecoder, bytes: Uint8Array, more: boolean): string | undefined {
  try {
    return strict.decode(bytes, { stream: more })
  } catch {
    return undefined
  }
}
