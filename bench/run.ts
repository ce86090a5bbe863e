// Measures the promised figures and compares them with their targets: node bench/run.ts [start] [load] [feed] [page] [post] [writes] [attack]
// [react] [live] [idle] [upload] [files] [scroll] [crisis] [typing] [diary] [depth] [rooms] [talks] [chat] [emi] [parts] [leaving] [polls]
// [login] [address]. It runs on 127.0.0.1 in scratch folders and ends by itself. A
// busy machine makes every figure worse except the ratios.
import { measureAddress } from './address.ts'
import { measureAttack } from './attack.ts'
import { measureChat } from './chat.ts'
import { startContest } from './contest.ts'
import { measureCrisis } from './crisis.ts'
import { measureDepth } from './depth.ts'
import { measureDiary } from './diary.ts'
import { measureEmi } from './emi.ts'
import { measureFeed } from './feed.ts'
import { report, type Figure } from './figures.ts'
import { measureLeaving } from './leaving.ts'
import { measureIdle, measureLive } from './live.ts'
import { measureLoad } from './load.ts'
import { measureLogins } from './login.ts'
import { measureMessageFiles } from './message-files.ts'
import { measurePage } from './page.ts'
import { measureParts } from './parts.ts'
import { measurePolls } from './polls.ts'
import { measurePosting } from './post.ts'
import { measureReacting } from './reacting.ts'
import { measureRooms } from './rooms.ts'
import { measureScroll } from './scroll.ts'
import { measureStart } from './start.ts'
import { measureTalks } from './talks.ts'
import { measureTyping } from './typing.ts'
import { measureUpload } from './upload.ts'
import { measureWrites } from './writes.ts'

type Part = { title: string; measure: () => Promise<Figure[]> }

const postsInContest = 100_000

const parts: Record<string, Part> = {
  start: { title: 'Start', measure: measureStart },
  load: { title: 'First load, 400 ms round trip, 1.6 Mbit/s, processor ×4 slower', measure: measureLoad },
  feed: { title: 'A page of a wall', measure: () => inContest(measureFeed) },
  page: { title: 'What a page of a wall weighs', measure: measurePage },
  post: { title: 'A post', measure: () => inContest(measurePosting) },
  writes: { title: 'What a write costs', measure: () => measureWrites() },
  attack: { title: 'An attack from three accounts in two networks', measure: measureAttack },
  react: { title: 'Everybody reacts at once', measure: measureReacting },
  live: { title: 'Live events', measure: measureLive },
  idle: { title: 'Sockets that wait', measure: measureIdle },
  upload: { title: 'Files', measure: measureUpload },
  files: { title: 'Files of messages', measure: measureMessageFiles },
  scroll: { title: 'Scrolling a wall', measure: measureScroll },
  crisis: { title: 'Words of crisis', measure: measureCrisis },
  typing: { title: 'A key in a long text', measure: measureTyping },
  diary: { title: 'A diary of ten thousand entries', measure: measureDiary },
  depth: { title: 'Walls of a million posts', measure: measureDepth },
  rooms: { title: 'Five hundred people in General', measure: measureRooms },
  talks: { title: 'Long talks and many conversations', measure: measureTalks },
  chat: { title: 'A busy room on a cheap phone', measure: measureChat },
  emi: { title: 'Emi at night', measure: measureEmi },
  parts: { title: 'Words of messages', measure: measureParts },
  leaving: { title: 'A person with much to erase leaves', measure: measureLeaving },
  polls: { title: 'Five hundred people on one poll', measure: measurePolls },
  login: { title: 'A thousand log-ins at once', measure: measureLogins },
  address: { title: 'Known and unknown addresses', measure: measureAddress },
}

async function inContest(measure: (contest: Awaited<ReturnType<typeof startContest>>) => Promise<Figure[]>) {
  const contest = await startContest(postsInContest)
  try {
    return await measure(contest)
  } finally {
    await contest.stop()
  }
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}: choose from ${Object.keys(parts).join(', ')}`)

let missed = 0
for (const [name, { title, measure }] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`Measuring: ${title}`)
  const figures = await measure()
  missed += figures.filter(({ holds }) => holds === false).length
  console.log(report(title, figures))
}
console.log(missed === 0 ? 'Every target holds.' : `${missed} targets are missed.`)
process.exitCode = missed === 0 ? 0 : 1
