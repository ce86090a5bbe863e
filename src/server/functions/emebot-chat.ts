import * as v from 'valibot'
import { emi } from '../../shared/emi.ts'
import { freeLimits } from '../../shared/plans.ts'
import { conversationIdOf, dmTopic, roomTopic } from '../../shared/talks.ts'
import type { Claims, Db } from '../db/door.ts'
import { readInput, type Operation } from './call.ts'
import { needsCare } from './emi/responder.ts'
import { refusal } from './errors.ts'
import { refusalOfUse, reserveAs } from './reserve.ts'

const input = v.strictObject({
  contextType: v.picklist(['dm', 'tambayan']),
  user_id: v.string(),
  // Accepted and not used: the words and their context come from the database.
  message: v.nullish(v.string()),
  recentContext: v.nullish(v.unknown()),
  conversation_id: v.nullish(v.string()),
  wall_id: v.nullish(v.string()),
})

/** Calls Emi to the caller's newest unanswered messages of a talk. Each message is answered once, however often the call is repeated. */
export const emebotChat: Operation = {
  signedOut: 'Not authenticated',
  pace: ['emiAccount', 'writeNetwork'],
  async answer({ db, shared, emi: { runs }, quotaDays }, { request, claims }) {
    const topic = topicOf(await readInput(request, input, new Map()), claims.sub ?? '')
    const messages = await askEmi(db, claims, topic, quotaDays)
    if (messages.length === 0) return Response.json({ success: true, answered: false })
    // A run in General answers everybody, so it has a place of its own in the database's queue.
    const ofRun = topic.startsWith('dm-') ? db : shared.db
    const outcome = await runs.follow({ ...shared, db: ofRun, topic, messages })
    if (outcome === 'failed') {
      throw refusal(503, 'Hindi makasagot si Emi ngayon. Subukan ulit maya-maya.', { 'retry-after': '5' })
    }
    const answer =
      outcome === 'answered'
        ? { answered: true, remaining: await countLeft(db, claims, quotaDays) }
        : { answered: false, ...(outcome !== 'gone' && { waits: true }) }
    return Response.json({ success: true, ...answer })
  },
}

/** The topic of the talk that the body names. Refuses other people's talks and other rooms: the session decides who calls. */
function topicOf(asked: v.InferOutput<typeof input>, me: string): string {
  if (asked.user_id.toLowerCase() !== me) {
    throw refusal(403, 'Ikaw lang ang makakatawag kay Emi para sa mga mensahe mo.')
  }
  if (asked.contextType === 'dm') {
    const own = conversationIdOf(me, emi.id)
    if (asked.conversation_id?.toLowerCase() !== own) throw refusal(403, 'Hindi ito ang usapan ninyo ni Emi.')
    return dmTopic(own)
  }
  if (asked.wall_id !== 'general') throw refusal(403, 'Sa General lang sumasagot si Emi.')
  return roomTopic('general')
}

type Asked = { refusal: string | null; messages: string[] | null }

/** Makes turns of the messages. Returns the caller's open turns. */
async function askEmi(db: Db, claims: Claims, topic: string, days: number): Promise<string[]> {
  const asked = await ask(db, claims, topic, days, false)
  if (asked.refusal === null) return asked.messages ?? []
  // A person in danger gets an answer without a use.
  const isInNeed = asked.refusal !== 'blocked' && (await isInDanger(db, claims, topic))
  if (!isInNeed) throw refusalOf(asked.refusal, days)
  return (await ask(db, claims, topic, days, true)).messages ?? []
}

async function ask(db: Db, claims: Claims, topic: string, days: number, isFree: boolean): Promise<Asked> {
  const statement = {
    text: 'select refusal, messages from app.ask_emi($1, $2, $3, $4)',
    values: [topic, freeLimits.emi, days, isFree],
  }
  const asked = await reserveAs<Asked>(db, claims, statement, emebotChat.signedOut)
  return asked ?? { refusal: null, messages: [] }
}

async function isInDanger(db: Db, claims: Claims, topic: string): Promise<boolean> {
  const statement = {
    text: 'select words, care from app.unanswered_words($1)',
    values: [topic],
  }
  const { rows } = await db.as(claims, (tx) => tx.last<{ words: string[]; care: boolean }>(statement))
  const { words = [], care = false } = rows[0] ?? {}
  return words.length > 0 && needsCare(topic, words, care, Date.now())
}

function refusalOf(why: string, days: number): Error {
  if (why === 'blocked') {
    return refusal(
      403,
      'Naka-block o naka-mute si Emi sa iyo, kaya hindi siya sasagot. Kapag gusto mo na ulit, nandito lang siya.',
    )
  }
  return refusalOfUse(why, {
    free: `${freeLimits.emi} libreng sagot ni Emi`,
    days,
    busy: 'May sinasagot pa si Emi para sa iyo. Hintayin muna natin siya.',
    pace: 'Ang haba na ng usapan ninyo ni Emi nitong huling oras. Pahinga muna sandali.',
  })
}

/** Null: Premium has no cap. */
async function countLeft(db: Db, { sub }: Claims, days: number): Promise<number | null> {
  const statement = {
    text: `select app.uses_left('emi', $1, $2, $3) as remaining`,
    values: [sub, freeLimits.emi, days],
  }
  const { rows } = await db.asService((tx) => tx.last<{ remaining: number | null }>(statement))
  return rows[0]?.remaining ?? null
}
