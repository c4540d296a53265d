import type { AnswerSource, ContextItem } from '@docent/client'
import type { Suggestion } from './suggestions.ts'

/** `asking` until the first text comes. */
export type TurnStatus = 'asking' | 'answering' | 'done' | 'stopped' | 'failed'

/** Why an answer failed, for the words that are shown. */
export interface Failure {
  kind: 'offline' | 'unreachable' | 'limit' | 'refused' | 'gone' | 'failed'
  /** When another try makes sense, milliseconds since the epoch. */
  retryAt?: number
  requestId?: string
}

/** A retrieved passage, for the preview of its citation. */
export interface PassagePreview {
  title: string
  path: string
  /** Beginnings of its sections by their anchors, its own first. */
  excerpts: Readonly<Record<string, string>>
}

/** A name in an answer that the documentation does not have. */
export interface InventedName {
  text: string
  /** The nearest that it has. */
  suggestion?: string
}

/** Where a sentence stands in an answer's text, in UTF-16 units. */
export interface Sentence {
  start: number
  end: number
}

/** What a check of an answer's sentences came to. */
export interface CheckedSentences {
  /** Sentences that were checked. */
  count: number
  unsupported: readonly Sentence[]
}

/** One question and its answer. */
export interface Turn {
  readonly id: string
  readonly question: string
  readonly context: readonly ContextItem[]
  readonly status: TurnStatus
  /** Markdown. */
  readonly text: string
  readonly sources: readonly AnswerSource[]
  readonly suggestions: readonly Suggestion[]
  /** What the answer's citations point to, by their numbers. */
  readonly passages: Readonly<Record<string, PassagePreview>>
  /** Names that the server did not find in the documentation; absent until the answer is checked. */
  readonly invented?: readonly InventedName[]
  /** The server checks the answer's sentences. */
  readonly isChecking?: boolean
  /** Absent until they are checked, and where nobody checks them. */
  readonly sentences?: CheckedSentences
  readonly messageId?: string
  readonly rating?: 'up' | 'down'
  readonly failure?: Failure
}

/** A question that is being asked. */
export function newTurn({ id, question, context }: Pick<Turn, 'id' | 'question' | 'context'>): Turn {
  return {
    id,
    question,
    context,
    status: 'asking',
    text: '',
    sources: [],
    suggestions: [],
    passages: {},
  }
}
