/**
 * Maps changed folders to suites for `npm run test:changed`: few enough for a minute, the likeliest to fail first. `npm test` runs all.
 * vitest cannot find these suites by itself, because each of them starts the whole server.
 */
type Area = { folder: string; suites: string[] }

const wire = (...names: string[]) => names.map((name) => `tests/wire/${name}.test.ts`)
const journeys = (...names: string[]) => names.map((name) => `tests/journeys/${name}.test.ts`)
const policies = (...names: string[]) => names.map((name) => `tests/policies/${name}.test.ts`)
const database = (...names: string[]) => names.map((name) => `tests/db/${name}.test.ts`)

/** The first area that matches a file decides. */
export const areas: Area[] = [
  { folder: 'database/migrations', suites: policies('access', 'catalog', 'schema') },
  { folder: 'src/server/db', suites: database('door', 'embedded', 'listen') },
  { folder: 'src/server/auth', suites: wire('auth-signup', 'auth-sessions', 'auth-user', 'auth-mail-queue') },
  { folder: 'src/server/mail', suites: wire('auth-mail-queue', 'manual-payments') },
  {
    folder: 'src/server/rest',
    suites: wire('rest-calls', 'rest-refusals', 'rest-answers', 'rest-bad-input'),
  },
  { folder: 'src/server/realtime', suites: wire('realtime-joins', 'realtime-notices', 'realtime-tokens') },
  { folder: 'src/server/storage', suites: wire('storage-calls', 'storage-actors', 'storage-bytes') },
  { folder: 'src/server/functions', suites: wire('functions', 'refine') },
  { folder: 'src/server/refine', suites: wire('refine') },
  { folder: 'src/server/payments', suites: wire('payments', 'checkouts', 'payments-off') },
  { folder: 'src/server/providers/payments', suites: wire('payments', 'checkouts', 'payments-off') },
  { folder: 'src/server/emi', suites: ['tests/emi-talks.test.ts'] },
  { folder: 'src/server/pages', suites: wire('pages', 'pages-share') },
  { folder: 'src/server/admin', suites: wire('admin', 'manual-payments') },
  { folder: 'src/server/jobs', suites: database('retention', 'sweep') },
  { folder: 'src/server', suites: wire('rest-calls', 'auth-signup', 'pages') },
  { folder: 'src/shared', suites: wire('rest-calls', 'pages') },
  { folder: 'src/web/features/account', suites: journeys('account', 'ways-in', 'second-step') },
  { folder: 'src/web/features/compose', suites: journeys('post', 'let-go') },
  { folder: 'src/web/features/diary/insight', suites: journeys('diary-insight') },
  { folder: 'src/web/features/diary/edit', suites: journeys('diary-edit') },
  { folder: 'src/web/features/diary/lock', suites: journeys('diary-lock') },
  { folder: 'src/web/features/diary/copy', suites: journeys('diary-takeaway') },
  { folder: 'src/web/features/diary', suites: journeys('diary', 'diary-elsewhere') },
  { folder: 'src/web/features/landing', suites: journeys('landing') },
  { folder: 'src/web/features/polls', suites: journeys('polls') },
  { folder: 'src/web/features/profile', suites: journeys('profile', 'second-step') },
  { folder: 'src/web/features/refine', suites: journeys('refine') },
  { folder: 'src/web/features/safety', suites: journeys('block', 'report') },
  { folder: 'src/web/features/tambayan', suites: journeys('talk', 'talks-lost') },
  { folder: 'src/web/features/wall/comments', suites: journeys('comments', 'comments-long') },
  { folder: 'src/web/features/wall/own-post', suites: journeys('own-post') },
  { folder: 'src/web/features/wall', suites: journeys('wall') },
  { folder: 'src/web/domain/diary', suites: journeys('diary') },
  { folder: 'src/web/domain/messages', suites: journeys('talks-lost') },
  { folder: 'src/web/domain/outbox', suites: journeys('offline', 'post') },
  { folder: 'src/web/domain/polls', suites: journeys('polls') },
  { folder: 'src/web/domain/draft', suites: journeys('post', 'keep') },
  { folder: 'src/web/domain/posts', suites: journeys('wall') },
  { folder: 'src/web/domain/safety', suites: journeys('block', 'report') },
  { folder: 'src/web/domain/device', suites: journeys('shared-phone', 'next-person') },
  { folder: 'src/web/domain', suites: journeys('profile') },
  { folder: 'src/web/worker', suites: journeys('offline-release') },
  { folder: 'src/web/gallery', suites: [] },
  { folder: 'src/web', suites: journeys('landing', 'wall') },
]

/** The suites for these changed files; a changed suite is run itself. */
export function suitesFor(files: string[]): string[] {
  const suites = files.flatMap((file) => {
    if (/^tests\/(db|wire|policies|journeys)\/.*\.test\.ts$/.test(file)) return [file]
    if (file.includes('.test.')) return []
    return areas.find(({ folder }) => file.startsWith(`${folder}/`))?.suites ?? []
  })
  return [...new Set(suites)].toSorted()
}
