import type { ModelProbe, ProbeReply } from './model-probe.ts'
import { asks } from './protocol/protocol-check.ts'

const SMALLEST = 2_048
/** Left for the question and the reply. */
const RESERVE = 512
/** Sizes that are tried between one that works and one that does not. */
const BISECTIONS = 2
/** Plain English; what a server counts corrects it. */
const CHARACTERS_PER_TOKEN = 4.5
const PLACES = ['start', 'middle', 'end'] as const

const FILLER = [
  'The harbour opens early in the morning, and the first boats leave before the fog is gone.',
  'Every crew writes down what it loads, so that nothing is missing when the ship arrives.',
  'Heavy goods stand near the middle of the deck, and light goods stand near the rails.',
  'When the wind turns, the captain waits for the next tide and tells the office about it.',
]

export interface ProbedContext {
  /** Largest prompt in which the model found every part, in tokens; 0 if it failed in the smallest one. */
  tokens: number
  /** The probe ended at the limit that it was given, or when its time was over. */
  isAtLeast: boolean
  /** What happened to the smallest prompt that did not work. */
  failure?: { tokens: number; lost: (typeof PLACES)[number][]; message?: string }
}

/**
 * Finds how much a model really reads, by prompts that grow and hide a code at the start, the middle and the end.
 * @param isOver whether nothing further may begin
 */
export async function probeContext(
  probe: ModelProbe,
  limit: number,
  code: () => string,
  isOver: () => boolean = () => false,
): Promise<ProbedContext> {
  let charactersPerToken = CHARACTERS_PER_TOKEN
  let good = 0
  let failure: ProbedContext['failure']
  const holds = async (tokens: number): Promise<boolean> => {
    const codes = PLACES.map(() => code())
    const prompt = promptOf(Math.floor((tokens - RESERVE) * charactersPerToken), codes)
    let reply = await probe.ask({ prompt: asks(prompt), maxOutputTokens: RESERVE })
    if (reply.failure === undefined && lostOf(reply, codes).length > 0)
      // Models overlook things by chance as well.
      reply = await probe.ask({ prompt: asks(prompt), maxOutputTokens: RESERVE })
    const lost = lostOf(reply, codes)
    if (reply.failure === undefined && lost.length === 0) {
      good = Math.max(good, tokens)
      charactersPerToken = corrected(charactersPerToken, prompt.length, reply.inputTokens)
      return true
    }
    failure = { tokens, lost, ...(reply.failure ? { message: reply.failure.message } : {}) }
    return false
  }
  let size = Math.min(SMALLEST, limit)
  while (await holds(size)) {
    if (size >= limit || isOver()) return { tokens: good, isAtLeast: true }
    size = Math.min(size * 2, limit)
  }
  let bad = size
  for (let step = 0; step < BISECTIONS && good > 0 && !isOver(); step++) {
    const between = Math.round((good + bad) / 2)
    if (!(await holds(between))) bad = between
  }
  return { tokens: good, isAtLeast: false, ...(failure ? { failure } : {}) }
}

function promptOf(characters: number, codes: readonly string[]): string {
  const sentences: string[] = []
  for (let length = 0, at = 0; length < characters; at++) {
    const sentence = FILLER[at % FILLER.length] ?? ''
    sentences.push(sentence)
    length += sentence.length + 1
  }
  const half = Math.floor(sentences.length / 2)
  const hidden = codes.map((each, index) => `The code of the ${PLACES[index]} is ${each}.`)
  const text = [hidden[0], ...sentences.slice(0, half), hidden[1], ...sentences.slice(half), hidden[2]]
  return `<log>\n${text.join('\n')}\n</log>\n\nThe log names three codes: of the start, of the middle and of the end. Reply with the three codes and nothing else.`
}

function lostOf(reply: ProbeReply, codes: readonly string[]): (typeof PLACES)[number][] {
  return PLACES.filter((_, index) => !reply.text.includes(codes[index] ?? ''))
}

/** A server that counts says how much text its tokens hold. A count that cannot be true is left aside. */
function corrected(current: number, characters: number, tokens: number | undefined): number {
  if (tokens === undefined || tokens === 0) return current
  const measured = characters / tokens
  return measured >= 1.5 && measured <= 8 ? measured : current
}
