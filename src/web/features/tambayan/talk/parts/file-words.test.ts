import { expect, it } from 'vitest'
import { sizeWords } from '../../../../../shared/file-size.ts'
import { fileDetail, isOver } from './file-words.ts'

const file = {
  id: 'b1',
  url: '/storage/v1/object/authenticated/chat-files/b1.pdf',
  name: 'liham.pdf',
  type: 'file',
  mime: 'application/pdf',
  size: 3_400_000,
  width: null,
  height: null,
  expires_at: '2026-11-26T04:00:00Z',
} as const

it('a file tells its kind, its size and its last day before anything is fetched', () => {
  expect(fileDetail(file)).toBe('PDF, 3.2 MB, hanggang Huwebes')
  expect(fileDetail({ ...file, type: 'video', mime: 'video/mp4' })).toMatch(/^Video, /)
  expect([820, 148_000, 50 * 1024 * 1024].map(sizeWords)).toEqual(['820 B', '145 KB', '50 MB'])
})

it('a file is over from the moment that the row names', () => {
  const end = Date.parse(file.expires_at)
  expect([end - 1, end].map((now) => isOver(file, now))).toEqual([false, true])
})
