import type { RefinePreset } from '../../../shared/refine.ts'
import { readAnswer } from './answer.ts'
import { ModelError } from './model-error.ts'
import { instructionsFor, wrap } from './prompts.ts'
import { readEmiAnswer, saysEnough, type EmiAnswer } from './emi-answer.ts'
import { dataOf, instructionsForEmi, type Talk } from './talk-prompt.ts'

/** Each call throws `ModelError`, and the signal's reason when the caller left. Error messages hold no word of the text. */
export type Model = {
  refine(text: string, preset: RefinePreset, signal: AbortSignal): Promise<string>
  /** Emi's next message in a talk. */
  answer(talk: Talk, signal: AbortSignal): Promise<EmiAnswer>
  stop(): Promise<void>
}

export type ModelOptions = {
  /** Base of an OpenAI-compatible endpoint, without `/chat/completions`. */
  baseUrl: string
  apiKey?: string | undefined
  model: string
  /** Longest refinement, retries included; less than the minute after which our server closes a silent socket. */
  timeoutMs?: number
  /** Longest answer of Emi. The offline responder answers after it, and nobody waits for a retry. */
  answerMs?: number
  /** Retries of a refinement after 429, 5xx and lost connections, after 2 s and 4 s or the provider's Retry-After. */
  retries?: number
}

/** A streamed event takes some 300 bytes for a few letters. */
const mostBytes = 4 * 1_048_576
/** Includes the model's reasoning. A usable answer is far shorter. */
const mostLetters = 40_000

/** One call of the model. `isEnough`: the rest of the answer is not needed. */
type Call = {
  instructions: string
  prompt: string
  ms: number
  retries: number
  isEnough?: (answer: string) => boolean
}

/**
 * Calls a language model. The answer is streamed: an endless one is cut off, at the provider too. The request sets no token limit, because
 * its name differs between providers and a wrong one is refused.
 */
export function createModel(options: ModelOptions, log: (line: string) => void): Model {
  const { timeoutMs = 45_000, answerMs = 12_000, retries = 2 } = options
  const under = new Set<AbortController>()

  async function run<T>(use: string, call: Call, read: (answer: string) => T, signal: AbortSignal) {
    const ending = new AbortController()
    under.add(ending)
    const late = AbortSignal.timeout(call.ms)
    try {
      return read(await ask(options, call, AbortSignal.any([signal, late, ending.signal])))
    } catch (error) {
      signal.throwIfAborted()
      const failed = late.aborted ? new ModelError('slow', 'no answer in time') : toModelError(error)
      log(`${use}: the language model failed: ${failed.message}`)
      throw failed
    } finally {
      ending.abort()
      under.delete(ending)
    }
  }

  return {
    refine(text, preset, signal) {
      const instructions = instructionsFor(preset)
      const call = { instructions, prompt: wrap(text), ms: timeoutMs, retries }
      return run('AI Refine', call, (answer) => readAnswer(answer, text, instructions), signal)
    },
    answer(talk, signal) {
      const instructions = instructionsForEmi(talk)
      const prompt = wrap(dataOf(talk))
      const call = { instructions, prompt, ms: answerMs, retries: 0, isEnough: saysEnough }
      return run('Emi', call, (answer) => readEmiAnswer(answer, talk, instructions), signal)
    },
    async stop() {
      for (const call of under) call.abort()
    },
  }
}

async function ask(options: ModelOptions, call: Call, abortSignal: AbortSignal): Promise<string> {
  // Loaded with the first use: 30 MB that most servers never need.
  const [{ streamText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const { baseUrl, apiKey, model } = options
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    fetch: boundedFetch,
  })
  const { fullStream } = streamText({
    model: provider(model),
    instructions: call.instructions,
    prompt: call.prompt,
    maxRetries: call.retries,
    abortSignal,
    // Otherwise the SDK prints errors with the text that was sent.
    onError: () => {},
  })
  let answer = ''
  let end = ''
  for await (const part of fullStream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'text-delta') answer += part.text
    if (part.type === 'finish') end = part.finishReason
    if (call.isEnough?.(answer)) return answer
    if (answer.length > mostLetters) throw new ModelError('failed', 'an endless answer')
  }
  abortSignal.throwIfAborted()
  // 'other': some servers report reasons of their own.
  if (end !== 'stop' && end !== 'other') throw new ModelError('failed', `the answer ended with "${end}"`)
  return answer
}

/** Reads at most `mostBytes` and follows no redirect: the text goes only to the operator's provider. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  let size = 0
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > mostBytes) throw new ModelError('failed', 'an endless answer')
        controller.enqueue(chunk)
      },
    }),
  )
  return new Response(bounded ?? null, response)
}

/** The kind of an error without its message: messages may quote the text. */
function toModelError(error: unknown): ModelError {
  for (let cause = error; cause instanceof Error; cause = inner(cause)) {
    if (cause instanceof ModelError) return cause
    const status = 'statusCode' in cause ? Number(cause.statusCode) : 0
    if (status === 429) return new ModelError('busy', 'status 429')
    if (status >= 300) return new ModelError('failed', `status ${status}`)
    if ('code' in cause && typeof cause.code === 'string' && ofSystem.test(cause.code))
      return new ModelError('failed', cause.code)
  }
  return new ModelError('failed', error instanceof Error ? error.name : 'an error in the stream')
}

/** ECONNREFUSED and the like. Other codes may be the provider's words. */
const ofSystem = /^(?:E[A-Z]{2,20}|UND_ERR_[A-Z_]{2,30})$/
const inner = (error: Error): unknown => ('lastError' in error ? error.lastError : error.cause)
