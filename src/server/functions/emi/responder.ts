import { withAction } from '../../../shared/emi-actions.ts'
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
  /** The answer is for these askers only. The others wait for the next answer. */
  only?: string[]
  /** The text is fixed words of care, which cost nothing. */
  isCare: boolean
  /** People whose care mode begins, or begins again. */
  careStartsFor: string[]
}

type Ask = {
  /** Whether the server's budget allows one more answer of the language model. */
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
  const queue = createTurns({
    all: { running: places, waiting: 0 },
    refuse: () => new ModelError('busy', 'all places are taken'),
  })
  const ofModel = async (talk: EmiTalk, { mayAskModel, signal }: Ask) =>
    model && (await mayAskModel()) ? queue({}, () => model.answer(talk, signal), signal) : undefined
  return {
    async answer(topic, context, ask) {
      const care = await careFor(topic, context, ask)
      if ('words' in care) return { ...care.words, careStartsFor: care.careStartsFor }
      const { askers, careStartsFor } = care
      const ids = askers.map(({ id }) => id)
      const { talk, askers: names } = readableTalk(topic, context, ids, ask.now)
      const isInCare = askers.some((asker) => asker.care)
      const modelAnswer = isInCare ? undefined : await modelAnswerOf(talk, ask, ofModel)
      if (modelAnswer && 'suspects' in modelAnswer)
        return suspected(topic, context, askers, ask, modelAnswer.suspects, material)
      const answer: Answer = modelAnswer ?? answerOffline(talk, material)
      const text = withMentions(withAction(answer), names)
      return { text, isCare: false, careStartsFor, ...onlyFor(askers, context) }
    },
    stop: async () => model?.stop(),
  }
}

type ModelAnswer = Awaited<ReturnType<Model['answer']>>

/** The model's answer. Undefined without a model and when it fails: the offline responder answers. */
async function modelAnswerOf(
  talk: EmiTalk,
  ask: Ask,
  ofModel: (talk: EmiTalk, ask: Ask) => Promise<ModelAnswer | undefined>,
): Promise<ModelAnswer | undefined> {
  try {
    return await ofModel(talk, ask)
  } catch (error) {
    ask.signal.throwIfAborted()
    if (error instanceof ModelError) return undefined
    throw error
  }
}

type Asker = Context['askers'][number]
/** Words of care for one asker, or the askers who need none. */
type Care = { careStartsFor: string[] } & ({ words: Omit<Words, 'careStartsFor'> } | { askers: Asker[] })

/**
 * Words of crisis go first. An asker with an answer in the last minute waits, because somebody who repeats words of crisis would keep all
 * others waiting.
 */
async function careFor(topic: string, context: Context, ask: Ask): Promise<Care> {
  const cares = context.askers.map((asker) => {
    const { whole } = readableTalk(topic, context, [asker.id], ask.now)
    return { asker, ...careOf(whole, asker.care) }
  })
  const careStartsFor = cares.filter((care) => care.startsCare).map(({ asker }) => asker.id)
  const first = cares.find(({ answer, asker }) => answer && !asker.answered_lately) ?? cares[0]
  if (first?.answer) {
    const text = withAction(first.answer(await ask.hotlines()))
    return { words: { text, isCare: true, ...onlyFor([first.asker], context) }, careStartsFor }
  }
  return { askers: cares.filter(({ answer }) => !answer).map(({ asker }) => asker), careStartsFor }
}

const onlyFor = (answered: readonly Asker[], { askers }: Context) =>
  answered.length < askers.length ? { only: answered.map(({ id }) => id) } : {}

/** The model believes that somebody is in danger. It does not say who, so each of several askers gets an answer of their own. */
async function suspected(
  topic: string,
  context: Context,
  [first]: readonly Asker[],
  ask: Ask,
  suspects: 'crisis' | 'abuse',
  material: Material,
): Promise<Words> {
  if (!first) throw new Error('Nobody asks')
  const { whole, talk } = readableTalk(topic, context, [first.id], ask.now)
  const { answer, startsCare } = careOf(whole, first.care, suspects)
  const said = answer?.(await ask.hotlines()) ?? answerOffline(talk, material)
  return {
    text: withAction(said),
    isCare: answer !== undefined,
    careStartsFor: startsCare ? [first.id] : [],
    ...onlyFor([first], context),
  }
}

/** Whether Emi answers these words with fixed words of care, which cost nothing. */
export function needsCare(topic: string, words: readonly string[], isInCare: boolean, now: number): boolean {
  const at = new Date(now).toISOString()
  const lines = words.map((text, index) => ({ id: String(index), sender: 'asker', text, at }))
  const turns = lines.map(({ id }) => id)
  const asker = { id: 'asker', care: isInCare, answered_lately: false }
  const context = { turns, lines, said: [], answers: 0, askers: [asker], names: [] }
  return careOf(readableTalk(topic, context, [asker.id], now).whole, isInCare).answer !== undefined
}

/** The hotlines of the database, or the built-in ones when it cannot be read. */
export async function readLines(db: Db): Promise<readonly Hotline[]> {
  const statement = {
    text: `select id, name, note, numbers, for_children, position, checked_on::text, source from public.hotlines order by position`,
  }
  const { rows } = await db
    .asService((tx) => tx.last(statement), { readOnly: true })
    .catch(() => ({ rows: [] as object[] }))
  return readHotlines(rows) ?? builtInHotlines
}
