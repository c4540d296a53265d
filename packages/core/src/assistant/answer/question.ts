import type { SpendKey } from '../../domain/spend.ts'
import type { TurnCaller } from '../../domain/thread.ts'
import type { RetrievalFilter } from '../../ports/retriever.ts'
import type { ThreadRequest } from '../threads/open-thread.ts'
import type { ContextItem, HistoryMessage } from './prompt.ts'

/** What a reader asks, with everything that the client sent along. */
export interface Question extends ThreadRequest {
  /** The key of the request, whose monthly spend cap counts. */
  key?: SpendKey
  /** Who asks, for the analytics. Default: other. */
  caller?: TurnCaller
  /** Text of the last user message. */
  question: string
  /** Earlier messages as the client sent them: used only while no stored thread is known. */
  clientHistory: readonly HistoryMessage[]
  /** Replace the last answer of the thread. */
  regenerate: boolean
  /** 1 to 50 passages. */
  retrievalPageSize: number
  filter?: RetrievalFilter
  context: readonly ContextItem[]
  currentPath?: string
}
