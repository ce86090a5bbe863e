import { withAction } from '../../../shared/emi.ts'
import { builtInHotlines, readHotlines } from '../../../shared/hotlines.ts'
import type { Hotline } from '../../../shared/rows.ts'
import type { Db } from '../../db/door.ts'
import { careOf } from '../../emi/care/care.ts'
import { answerOffline } from '../../emi/index.ts'
import type { Material } from '../../emi/material.ts'
import type { Answer, EmiTalk } from '../../emi/talk.ts'
import { createTurns } from '../../http/turns.ts'
import { ModelError } from '../../providers/ai/model-error.ts'
import { createModel, type Model, type ModelOptions } from '../../providers/ai/model.ts'
import { readableTalk, withMentions, type Context } from './context.ts'

export type Words = {
  text: string
  /** The answer is for this asker only. The others wait for the next one. */
  only?: string
  /** Fixed words of care. They cost nothing. */
  isCare: boolean
  /** People whose words turn the care mode on. */
  turnsOn: string[]
}

type Ask = {
  /** Whether the server's budget allows an answer of the language model. */
  mayAskModel: () => Promise<boolean>
  hotlines: () => Promise<readonly Hotline[]>
  signal: AbortSignal
  now: number
}

export type Responder = {
  answer(topic: string, context: Context, ask: Ask): Promise<Words>
  stop(): Promise<void>
}

type Options = {
  /** Undefined: the offline responder. */
  model?: ModelOptions | undefined
  places: number
  material: Material
  log: (line: string) => void
}

export function createResponder({ model: options, places, material, log }: Options): Responder {
  const model = options && createModel(options, log)
  const turns = createTurns({
    all: { running: places, waiting: 0 },
    refuse: () => new ModelError('busy', 'all places are taken'),
  })
  const ofModel = async (talk: EmiTalk, { mayAskModel, signal }: Ask) =>
    model && (await mayAskModel()) ? turns({}, () => model.reply(talk, signal), signal) : undefined
  return {
    async answer(topic, context, ask) {
      const care = await careFor(topic, context, ask)
      if (care.words) return { ...care.words, turnsOn: care.turnsOn }
      const askers = context.askers.map(({ id }) => id)
      const { talk, askers: names } = readableTalk(topic, context, askers, ask.now)
      const reply = await replyOf(talk, ask, ofModel)
      if (reply && 'suspects' in reply) return suspected(topic, context, ask, reply.suspects, material)
      const answer: Answer = reply ?? answerOffline(talk, material)
      return { text: withMentions(withAction(answer), names), isCare: false, turnsOn: care.turnsOn }
    },
    stop: async () => model?.stop(),
  }
}

type Reply = Awaited<ReturnType<Model['reply']>>

/** Undefined without a model, and when it fails: then the offline responder answers. */
async function replyOf(
  talk: EmiTalk,
  ask: Ask,
  ofModel: (talk: EmiTalk, ask: Ask) => Promise<Reply | undefined>,
): Promise<Reply | undefined> {
  try {
    return await ofModel(talk, ask)
  } catch (error) {
    ask.signal.throwIfAborted()
    if (error instanceof ModelError) return undefined
    throw error
  }
}

type Care = { words?: Omit<Words, 'turnsOn'>; turnsOn: string[] }

/** The words of care for the first asker who needs them. */
async function careFor(topic: string, context: Context, ask: Ask): Promise<Care> {
  const cares = context.askers.map(({ id, care: isOn }) => {
    const { whole } = readableTalk(topic, context, [id], ask.now)
    return { id, ...careOf(whole, isOn) }
  })
  const turnsOn = cares.filter((care) => care.turnsOn).map(({ id }) => id)
  const first = cares.find(({ answer }) => answer)
  if (!first?.answer) return { turnsOn }
  const text = withAction(first.answer(await ask.hotlines()))
  return { words: { text, isCare: true, ...onlyFor(first.id, context) }, turnsOn }
}

const onlyFor = (id: string, { askers }: Context) => (askers.length > 1 ? { only: id } : {})

/** The model believes that somebody is in danger. It does not say who, so each of several askers gets an answer of their own. */
async function suspected(
  topic: string,
  context: Context,
  ask: Ask,
  suspects: 'crisis' | 'abuse',
  material: Material,
): Promise<Words> {
  const [first] = context.askers
  if (!first) throw new Error('Nobody asks')
  const { whole, talk } = readableTalk(topic, context, [first.id], ask.now)
  const { answer, turnsOn } = careOf(whole, first.care, suspects)
  const said = answer?.(await ask.hotlines()) ?? answerOffline(talk, material)
  return {
    text: withAction(said),
    isCare: answer !== undefined,
    turnsOn: turnsOn ? [first.id] : [],
    ...onlyFor(first.id, context),
  }
}

/** Whether Emi answers these words with care. Then the answer costs nothing. */
export function needsCare(topic: string, words: readonly string[], isOn: boolean, now: number): boolean {
  const at = new Date(now).toISOString()
  const lines = words.map((text, index) => ({ id: String(index), sender: 'asker', text, at }))
  const turns = lines.map(({ id }) => id)
  const asker = { id: 'asker', care: isOn }
  const context = { turns, lines, said: [], answers: 0, askers: [asker], names: [] }
  return careOf(readableTalk(topic, context, [asker.id], now).whole, isOn).answer !== undefined
}

/** The numbers of the registry, or the built-in ones when it cannot be read. */
export async function readLines(db: Db): Promise<readonly Hotline[]> {
  const statement = {
    text: `select id, name, note, numbers, for_children, position, checked_on::text, source from public.hotlines order by position`,
  }
  const { rows } = await db
    .asService((tx) => tx.last(statement), { readOnly: true })
    .catch(() => ({ rows: [] as object[] }))
  return readHotlines(rows) ?? builtInHotlines
}
