import type { Grounding } from '../../domain/grounding.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'
import type { StepOutcome } from '../../turn/run-step.ts'
import { suggestionsBlock } from '../citations/suggestions-block.ts'
import type { AnswerDraft } from './answer-draft.ts'
import { limitNote } from './answer-limits.ts'
import type { Evidence } from './gather-evidence.ts'
import type { Question } from './question.ts'

/** What is known of an answer, or will be, by the checks of its text. */
export interface AnswerChecks {
  grounding?: Grounding | undefined
  /** Its claims are checked as soon as it is stored. */
  checksClaims?: boolean
}

/**
 * What follows the text of a finished answer: pages to read next, a reached limit, the sources, what its names rest on,
 * that its claims will be checked, and the usage.
 */
export function* closingParts(
  { project }: Question,
  { found }: Evidence,
  draft: AnswerDraft,
  { finishReason, limit }: Pick<StepOutcome, 'finishReason' | 'limit'>,
  { grounding, checksClaims = false }: AnswerChecks = {},
): Generator<AnswerPart> {
  const { outcome, sources } = draft.conclude()
  // Not after an answer that was cut off: it may have ended within a code block.
  if (project.assistant.suggestions && outcome === 'answered' && finishReason === 'stop') {
    const text = suggestionsBlock(found, sources)
    if (text !== '') yield { type: 'text', text }
  }
  if (limit) yield* limitNote(limit, draft.text !== '')
  for (const { path, url, title } of sources) yield { type: 'source', id: path, url, title }
  if (grounding) yield { type: 'data', name: 'grounding', data: grounding }
  if (checksClaims) yield { type: 'data', name: 'claims', data: { status: 'checking' } }
  yield { type: 'step-finish', finishReason, usage: { ...draft.usage } }
}
