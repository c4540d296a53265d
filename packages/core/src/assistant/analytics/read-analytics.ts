import { inject, injectable } from 'tsyringe'
import type { ClaimCount } from '../../domain/checked-claims.ts'
import { threadId } from '../../domain/ids.ts'
import type { InventedNames } from '../../domain/invented-names.ts'
import type { Project } from '../../domain/project.ts'
import type { AnswerFeedback, FeedbackRating, ThreadTurn } from '../../domain/thread.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type {
  Conversation,
  ConversationQuery,
  FeedbackEntry,
  ReportPage,
  ReportPeriod,
  ReportQuery,
  SearchCount,
  SearchQuery,
} from '../../ports/thread-reports.ts'
import { ThreadStore } from '../../ports/thread-store.ts'

/** Turns of one thread that are shown, the newest. */
const MAX_TURNS = 500

/** A thread as an operator reads it: never with its key. */
export interface ConversationDetail {
  id: string
  fp: string
  createdAt: number
  turns: (ThreadTurn & { feedback: AnswerFeedback | null })[]
}

/** What an operator reads about the assistant of a project. A wrong cursor is DocentError `invalid_request`. */
@injectable()
export class ReadAnalytics {
  constructor(@inject(ThreadStore) private readonly threads: ThreadStore) {}

  conversations(
    project: Project,
    query: ConversationQuery,
    options?: CallOptions,
  ): Promise<ReportPage<Conversation>> {
    return this.threads.conversations(project.id, query, options)
  }

  /** @throws DocentError `not_found`, also for a thread of another project. */
  async conversation(project: Project, id: string, options?: CallOptions): Promise<ConversationDetail> {
    const thread = await this.threads.get(project.id, threadId(id), options)
    if (!thread) throw new DocentError('not_found', 'There is no such thread.')
    const [turns, said] = await Promise.all([
      this.threads.turns(thread.id, MAX_TURNS, options),
      this.threads.feedbackOf(thread.id, options),
    ])
    return {
      id: thread.id,
      fp: thread.fp,
      createdAt: thread.createdAt,
      turns: turns.map((turn) => ({ ...turn, feedback: said.get(turn.id) ?? null })),
    }
  }

  searches(project: Project, query: SearchQuery, options?: CallOptions): Promise<ReportPage<SearchCount>> {
    return this.threads.searches(project.id, query, options)
  }

  feedback(
    project: Project,
    query: ReportQuery & { rating?: FeedbackRating },
    options?: CallOptions,
  ): Promise<ReportPage<FeedbackEntry>> {
    return this.threads.feedback(project.id, query, options)
  }

  inventedNames(
    project: Project,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<InventedNames> {
    return this.threads.inventedNames(project.id, query, options)
  }

  /** Answers whose claims were checked, and those with one that is not supported, by model. */
  claims(project: Project, period: ReportPeriod, options?: CallOptions): Promise<ClaimCount[]> {
    return this.threads.claimCounts(project.id, period, options)
  }
}
