import type { Json } from '../domain/json.ts'

/** What happens within one step, as it happens. */
export type StepPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: Json }
  | { type: 'tool-result'; toolCallId: string; toolName: string; output: Json; isError: boolean }
  /** The reply broke off and Docent calls the model again: discard the text and reasoning of this step so far. */
  | { type: 'restarted' }

export type StepFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'

/**
 * Takes the parts of a step as they come. When its reader falls behind it returns a promise, and the loop stops
 * reading from the model until then. What it throws ends the step.
 */
export type StepSink = (part: StepPart) => Promise<void> | undefined
