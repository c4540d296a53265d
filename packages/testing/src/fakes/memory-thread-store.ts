import { countClaims } from '@docent/core'
import {
  type AnswerActivity,
  type AnswerFeedback,
  type AnswerOutcome,
  type CallerCounts,
  type CallOptions,
  type CheckedClaims,
  type ClaimCount,
  type Conversation,
  type ConversationQuery,
  countInvented,
  DocentError,
  type FeedbackEntry,
  type FeedbackRating,
  type InventedNames,
  inventedIn,
  type ProjectId,
  type RecordedSearch,
  type ReportedTurn,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
  type SearchClick,
  type SearchCount,
  type SearchQuery,
  type SearchTermPage,
  type Thread,
  type ThreadId,
  type ThreadStore,
  type ThreadTurn,
  type UnansweredQuestion,
  withClaims,
} from '@docent/core/plugin'
import { countTerms, isClickOf, type MemorySearch } from './memory-search-terms.ts'
import {
  answerActivity,
  conversationOf,
  countSearches,
  isWantedTurn,
  listUnanswered,
  pageOf,
  touchesDay,
  within,
} from './thread-report-lists.ts'

/** Threads in memory, for tests. What goes in and comes out is copied, as with a real store. */
export class MemoryThreadStore implements ThreadStore {
  protected readonly threads = new Map<ThreadId, Thread>()
  protected readonly turnsOf = new Map<ThreadId, ThreadTurn[]>()
  /** By the id of the turn. */
  protected readonly said = new Map<string, AnswerFeedback>()
  protected direct: MemorySearch[] = []

  async create(thread: Thread, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    if (this.threads.has(thread.id)) {
      throw new DocentError('conflict', 'A thread with this id is there already.')
    }
    this.threads.set(thread.id, structuredClone(thread))
    this.turnsOf.set(thread.id, [])
  }

  async get(project: ProjectId, id: ThreadId, options?: CallOptions): Promise<Thread | undefined> {
    options?.signal?.throwIfAborted()
    const thread = this.threads.get(id)
    return thread?.projectId === project ? structuredClone(thread) : undefined
  }

  async append(
    thread: ThreadId,
    turn: Omit<ThreadTurn, 'index'>,
    options?: CallOptions & { replaceLast?: boolean },
  ): Promise<ThreadTurn> {
    options?.signal?.throwIfAborted()
    const turns = this.turnsOf.get(thread)
    if (!turns) throw new DocentError('not_found', 'There is no such thread.')
    const cut = options?.replaceLast ? turns.pop() : undefined
    if (cut) this.said.delete(cut.id)
    const added: ThreadTurn = { ...structuredClone(turn), index: turns.length }
    turns.push(added)
    return structuredClone(added)
  }

  async turns(thread: ThreadId, limit: number, options?: CallOptions): Promise<ThreadTurn[]> {
    options?.signal?.throwIfAborted()
    if (limit < 1) return []
    return structuredClone((this.turnsOf.get(thread) ?? []).slice(-limit))
  }

  async noteClaims(
    thread: ThreadId,
    turn: string,
    claims: CheckedClaims,
    options?: CallOptions,
  ): Promise<boolean> {
    options?.signal?.throwIfAborted()
    const turns = this.turnsOf.get(thread) ?? []
    const at = turns.findIndex(({ id }) => id === turn)
    const found = turns[at]
    if (found !== undefined) turns[at] = withClaims(found, structuredClone(claims))
    return found !== undefined
  }

  async rate(
    thread: ThreadId,
    turn: string | undefined,
    feedback: AnswerFeedback,
    options?: CallOptions,
  ): Promise<string | undefined> {
    options?.signal?.throwIfAborted()
    const turns = this.turnsOf.get(thread) ?? []
    const rated = turn === undefined ? turns.at(-1) : turns.find(({ id }) => id === turn)
    if (rated) this.said.set(rated.id, structuredClone(feedback))
    return rated?.id
  }

  async feedbackOf(thread: ThreadId, options?: CallOptions): Promise<ReadonlyMap<string, AnswerFeedback>> {
    options?.signal?.throwIfAborted()
    const found = (this.turnsOf.get(thread) ?? []).flatMap(({ id }) => {
      const feedback = this.said.get(id)
      return feedback ? [[id, structuredClone(feedback)] as const] : []
    })
    return new Map(found)
  }

  async recordSearch(search: RecordedSearch, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    this.direct.push(structuredClone(search))
  }

  async recordClick(click: SearchClick, options?: CallOptions): Promise<boolean> {
    options?.signal?.throwIfAborted()
    const found = this.direct
      .filter((search) => isClickOf(search, click))
      .reduce<MemorySearch | undefined>(
        (last, each) => (last && last.createdAt > each.createdAt ? last : each),
        undefined,
      )
    if (!found || found.clicked !== undefined) return false
    found.clicked = click.path
    return true
  }

  async forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number> {
    options?.signal?.throwIfAborted()
    this.direct = this.direct.filter((search) => search.projectId !== project || search.fp !== fp)
    return this.deleteWhere((thread) => thread.projectId === project && thread.fp === fp)
  }

  async prune(before: number, options?: CallOptions): Promise<number> {
    options?.signal?.throwIfAborted()
    this.direct = this.direct.filter(({ createdAt }) => createdAt >= before)
    return this.deleteWhere(
      ({ id, createdAt }) => (this.turnsOf.get(id)?.at(-1)?.createdAt ?? createdAt) < before,
    )
  }

  async conversations(
    project: ProjectId,
    query: ConversationQuery,
    options?: CallOptions,
  ): Promise<ReportPage<Conversation>> {
    options?.signal?.throwIfAborted()
    const entries = [...this.threads.values()].flatMap((thread) => {
      const turns = this.turnsOf.get(thread.id) ?? []
      const isWanted =
        thread.projectId === project &&
        within(query, thread.createdAt) &&
        turns.some((turn) => isWantedTurn(query, turn, this.said.get(turn.id)))
      return isWanted ? [conversationOf(thread, turns, this.said)] : []
    })
    return structuredClone(pageOf(entries, query, ({ createdAt, id }) => ({ rank: createdAt, id })))
  }

  async turnReport(
    project: ProjectId,
    query: ReportQuery & { outcome?: AnswerOutcome },
    options?: CallOptions,
  ): Promise<ReportPage<ReportedTurn>> {
    options?.signal?.throwIfAborted()
    const entries = this.turnsIn(project).flatMap(({ threadId, turn }): ReportedTurn[] => {
      if (!within(query, turn.createdAt)) return []
      if (query.outcome !== undefined && turn.outcome !== query.outcome) return []
      const fp = this.threads.get(threadId)?.fp ?? ''
      return [{ ...turn, threadId, fp, feedback: this.said.get(turn.id) ?? null }]
    })
    return structuredClone(pageOf(entries, query, ({ createdAt, id }) => ({ rank: createdAt, id })))
  }

  async callers(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<CallerCounts> {
    options?.signal?.throwIfAborted()
    const counts: CallerCounts = { web: 0, api: 0, other: 0 }
    for (const { turn } of this.turnsIn(project))
      if (touchesDay(period, turn.createdAt)) counts[turn.caller ?? 'other'] += 1
    return counts
  }

  async searchTerms(project: ProjectId, query: ReportQuery, options?: CallOptions): Promise<SearchTermPage> {
    options?.signal?.throwIfAborted()
    const searches = this.direct.filter(
      ({ projectId, createdAt }) => projectId === project && touchesDay(query, createdAt),
    )
    return countTerms(searches, query)
  }

  async answerActivity(project: ProjectId, period: ReportPeriod): Promise<AnswerActivity[]> {
    return answerActivity(
      this.turnsIn(project).flatMap(({ turn }) => (within(period, turn.createdAt) ? [turn] : [])),
    )
  }

  async searches(
    project: ProjectId,
    query: SearchQuery,
    options?: CallOptions,
  ): Promise<ReportPage<SearchCount>> {
    options?.signal?.throwIfAborted()
    const turns = this.turnsIn(project).filter(({ turn }) => within(query, turn.createdAt))
    return countSearches(
      turns.map(({ turn }) => turn),
      this.direct.filter(({ projectId, createdAt }) => projectId === project && within(query, createdAt)),
      query,
    )
  }

  async feedback(
    project: ProjectId,
    query: ReportQuery & { rating?: FeedbackRating },
    options?: CallOptions,
  ): Promise<ReportPage<FeedbackEntry>> {
    options?.signal?.throwIfAborted()
    const entries = this.turnsIn(project).flatMap(({ threadId, turn }): FeedbackEntry[] => {
      const said = this.said.get(turn.id)
      if (!said || !within(query, said.createdAt)) return []
      if (query.rating !== undefined && said.rating !== query.rating) return []
      return [{ ...said, threadId, turnId: turn.id, question: turn.question, answer: turn.answer }]
    })
    return structuredClone(
      pageOf(entries, query, ({ createdAt, turnId }) => ({ rank: createdAt, id: turnId })),
    )
  }

  async unanswered(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<UnansweredQuestion[]> {
    options?.signal?.throwIfAborted()
    return listUnanswered(this.turnsIn(project), query, (id) => this.threads.get(id)?.fp ?? '')
  }

  async inventedNames(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<InventedNames> {
    options?.signal?.throwIfAborted()
    const turns = this.turnsIn(project).filter(({ turn }) => within(query, turn.createdAt))
    return countInvented(
      turns.map(({ turn: { model, createdAt, grounding } }) => ({
        model,
        createdAt,
        names: inventedIn(grounding),
      })),
      query.limit,
    )
  }

  async claimCounts(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<ClaimCount[]> {
    options?.signal?.throwIfAborted()
    const turns = this.turnsIn(project).map(({ turn }) => turn)
    return countClaims(turns.filter(({ createdAt }) => within(period, createdAt)))
  }

  protected turnsIn(project: ProjectId): { threadId: ThreadId; turn: ThreadTurn }[] {
    return [...this.threads.values()]
      .filter(({ projectId }) => projectId === project)
      .flatMap(({ id }) => (this.turnsOf.get(id) ?? []).map((turn) => ({ threadId: id, turn })))
  }

  protected deleteWhere(isGone: (thread: Thread) => boolean): number {
    const gone = [...this.threads.values()].filter(isGone)
    for (const { id } of gone) {
      for (const turn of this.turnsOf.get(id) ?? []) this.said.delete(turn.id)
      this.turnsOf.delete(id)
      this.threads.delete(id)
    }
    return gone.length
  }
}
