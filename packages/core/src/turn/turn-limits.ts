/** What one turn may use: an answer of the assistant, or a run of the agent. */
export interface TurnLimits {
  /** Calls of the model whose replies count as steps. */
  readonly maxSteps: number
  /** Whether the last step has no tools, so that the model answers with what it has. */
  readonly endsWithAnswer: boolean
  /** Tokens of one reply of the model, reasoning and inputs of tools included. */
  readonly maxOutputTokens: number
  /** Tokens of the text of all replies together. */
  readonly maxTextTokens: number
  /** Input and output tokens of all steps. */
  readonly maxTokens: number
  /** Price of all steps in US dollars, where the price of the model is known. */
  readonly maxCostUsd: number
  readonly maxToolCalls: number
  /** Bytes that the model may send in all: text, reasoning, inputs of tools, and one more for each part. */
  readonly maxOutputBytes: number
  /** Time from the start of the turn to its end, ms. */
  readonly maxMs: number
}

export type LimitName = Exclude<keyof TurnLimits, 'endsWithAnswer' | 'maxTextTokens'>

/** A limit that ended a turn. */
export interface ReachedLimit {
  /** `spendUsdPerMonth` is no limit of the turn alone. */
  readonly name: LimitName | 'spendUsdPerMonth'
  readonly max: number
  /** As a person reads it: `the limit of 60 steps was reached.` */
  readonly message: string
}

export function reachedLimit(name: LimitName, max: number): ReachedLimit {
  return { name, max, message: `the limit of ${amount(name, max)} was reached.` }
}

const UNITS: Record<Exclude<LimitName, 'maxMs'>, [one: string, many: string]> = {
  maxSteps: ['step', 'steps'],
  maxOutputTokens: ['output token', 'output tokens'],
  maxTokens: ['token', 'tokens'],
  maxCostUsd: ['US dollar', 'US dollars'],
  maxToolCalls: ['tool call', 'tool calls'],
  maxOutputBytes: ['byte of output', 'bytes of output'],
}

function amount(name: LimitName, max: number): string {
  if (name !== 'maxMs') return `${max} ${UNITS[name][max === 1 ? 0 : 1]}`
  const seconds = max / 1000
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Ends a reply or a tool inside the turn loop, where it becomes part of the step's outcome. */
export class LimitReached extends Error {
  constructor(readonly limit: ReachedLimit) {
    super(limit.message)
  }
}
