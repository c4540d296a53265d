import type { ClaimCount } from '../domain/checked-claims.ts'
import type { ProjectId, ThreadId } from '../domain/ids.ts'
import type { InventedNames } from '../domain/invented-names.ts'
import type { SearchSource } from '../domain/recorded-search.ts'
import type {
  AnswerFeedback,
  AnswerOutcome,
  FeedbackRating,
  ThreadTurn,
  TurnCaller,
} from '../domain/thread.ts'
import type { AnswerActivity } from './activity.ts'
import type { CallOptions } from './call-options.ts'

/** Milliseconds since the epoch; absent ends are open. */
export interface ReportPeriod {
  /** Inclusive. */
  from?: number
  /** Exclusive. */
  to?: number
}

/** A page of a list. A cursor names the last entry, so that pages stay aligned while entries come in. */
export interface ReportQuery extends ReportPeriod {
  /** Most entries, at least 1. */
  limit: number
  /** `nextCursor` of the page before. */
  cursor?: string
}

export interface ReportPage<Entry> {
  entries: Entry[]
  /** Null on the last page. */
  nextCursor: string | null
}

/** A thread as lists show it: never with its key. */
export interface Conversation {
  id: ThreadId
  fp: string
  createdAt: number
  /** Of the newest turn. */
  updatedAt: number
  turns: number
  /** Question of the first turn. */
  question: string
  /** Of the newest turn. */
  outcome: AnswerOutcome
  /** Turns that a reader said something about. */
  up: number
  down: number
}

/** One thing that was searched for in one way, as `normalizedQuery` writes it. */
export interface SearchCount {
  source: SearchSource
  query: string
  /** Turns of the assistant, or searches, that searched for it. */
  count: number
  /** Turns among them whose answer was that the docs do not say; 0 for other sources. */
  unanswered: number
  /** Searches among them that found nothing; null for the assistant, as the next two are. */
  withoutResults: number | null
  meanResults: number | null
  meanMs: number | null
}

/**
 * Conversations with a turn of which all that is given is true. Texts are compared without regard to the case of the
 * letters A to Z.
 */
export interface ConversationQuery extends ReportQuery {
  outcome?: AnswerOutcome
  /** What a reader said of the turn. */
  rating?: FeedbackRating
  /** Part of the path of the page on which the turn was asked, or of a page that it cites. */
  page?: string
  /** Part of the question or of the answer. */
  text?: string
}

export interface SearchQuery extends ReportQuery {
  /** Default: all. */
  source?: SearchSource
}

export interface FeedbackEntry extends AnswerFeedback {
  threadId: ThreadId
  turnId: string
  question: string
  answer: string
}

export interface UnansweredQuestion {
  threadId: ThreadId
  turnId: string
  question: string
  createdAt: number
  /** The visitor who asked. */
  fp: string
  /** At most three questions before it in its thread, the newest first. */
  earlier: string[]
}

/** One turn as lists show it. */
export interface ReportedTurn extends ThreadTurn {
  threadId: ThreadId
  fp: string
  feedback: AnswerFeedback | null
}

/** Turns by who asked. */
export type CallerCounts = Record<TurnCaller, number>

/** What readers and their programs searched for, in whichever way. */
export interface SearchTerm {
  /** As `normalizedQuery` writes it. */
  query: string
  searches: number
  /** Searches among them with a click. */
  clicks: number
  /** Page that was opened most after this search; of two, the first by path. */
  topClickedPage: string | null
  lastSearchedAt: number
}

export interface SearchTermPage extends ReportPage<SearchTerm> {
  /** Searches of the period, of all pages of the list. */
  total: number
}

/** What an operator reads about the conversations of a project. A wrong cursor is DocentError `invalid_request`. */
export interface ThreadReports {
  /** Threads with at least one turn, the newest first; the period is about their start. */
  conversations(
    project: ProjectId,
    query: ConversationQuery,
    options?: CallOptions,
  ): Promise<ReportPage<Conversation>>
  /** Every turn, the newest first; the period is about when it ended. */
  turnReport(
    project: ProjectId,
    query: ReportQuery & { outcome?: AnswerOutcome },
    options?: CallOptions,
  ): Promise<ReportPage<ReportedTurn>>
  /** Counts every day (UTC) that the period touches. */
  callers(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<CallerCounts>
  /** The most frequent first, then by query, without the searches for answers. Counts every day that the period touches. */
  searchTerms(project: ProjectId, query: ReportQuery, options?: CallOptions): Promise<SearchTermPage>
  /** The most frequent first, then by source and query. A turn that searches for the same twice counts once. */
  searches(project: ProjectId, query: SearchQuery, options?: CallOptions): Promise<ReportPage<SearchCount>>
  /** The newest first; the period is about when it was said. */
  feedback(
    project: ProjectId,
    query: ReportQuery & { rating?: FeedbackRating },
    options?: CallOptions,
  ): Promise<ReportPage<FeedbackEntry>>
  /** The newest `limit` questions whose answer was that the docs do not say, the newest first. */
  unanswered(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<UnansweredQuestion[]>
  /** Answers by day, outcome and model, the oldest day first; days and models without any are left out. */
  answerActivity(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<AnswerActivity[]>
  /** The `limit` most frequent names of answers that the documentation does not have; the period is about when they ended. */
  inventedNames(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<InventedNames>
  /** Answers whose claims were checked, by model in the order of the models; the period is about when they ended. */
  claimCounts(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<ClaimCount[]>
}
