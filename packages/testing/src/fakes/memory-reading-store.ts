import {
  type CallOptions,
  DocentError,
  type PageCountQuery,
  type PageCounts,
  type PageFeedback,
  type PageFeedbackCount,
  type PageFeedbackFilter,
  type PageFeedbackStatus,
  type PageView,
  type ProgramCount,
  type ProjectId,
  type ReaderCount,
  type ReadingStore,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
} from '@docent/core/plugin'
import { compareText, dayOf, pageOf, touchesDay, within } from './thread-report-lists.ts'

/** Views and feedback in memory, for tests. What goes in and comes out is copied. */
export class MemoryReadingStore implements ReadingStore {
  protected readonly said = new Map<string, PageFeedback>()
  protected seen: PageView[] = []
  protected salt: { day: number; value: string } | undefined

  async daySalt(day: number, fresh: string, options?: CallOptions): Promise<string> {
    options?.signal?.throwIfAborted()
    if (this.salt?.day !== day) this.salt = { day, value: fresh }
    return this.salt.value
  }

  async recordView(view: PageView, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    this.seen.push(structuredClone(view))
  }

  async views(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts> {
    options?.signal?.throwIfAborted()
    const views = this.viewsIn(project, query)
    return { totals: countOf(views), pages: this.pagesOf(views, query) }
  }

  async programs(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<ProgramCount[]> {
    options?.signal?.throwIfAborted()
    const views = this.viewsIn(project, period).filter(({ reader }) => reader === 'ai')
    return [...Map.groupBy(views, ({ program }) => program ?? null)]
      .map(([program, same]) => ({ program, views: same.length }))
      .sort((a, b) => b.views - a.views || compareText(a.program ?? '', b.program ?? ''))
  }

  async visitors(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts> {
    options?.signal?.throwIfAborted()
    const views = this.viewsIn(project, query)
    const oncePerDay = distinct(views, (view) => [
      dayOf(view.viewedAt),
      view.reader,
      view.program,
      view.visitor,
    ])
    const oncePerPage = distinct(views, (view) => [
      dayOf(view.viewedAt),
      view.reader,
      view.program,
      view.visitor,
      view.path,
    ])
    return { totals: countOf(oncePerDay), pages: this.pagesOf(oncePerPage, query) }
  }

  async addFeedback(feedback: PageFeedback, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    if (this.said.has(feedback.id))
      throw new DocentError('conflict', 'Feedback with this id is there already.')
    this.said.set(feedback.id, structuredClone(feedback))
  }

  async changeFeedback(
    project: ProjectId,
    id: string,
    status: PageFeedbackStatus,
    options?: CallOptions,
  ): Promise<PageFeedback | undefined> {
    options?.signal?.throwIfAborted()
    const found = this.said.get(id)
    if (found?.projectId !== project) return undefined
    const changed = { ...found, status }
    this.said.set(id, changed)
    return structuredClone(changed)
  }

  async feedback(
    project: ProjectId,
    query: ReportQuery & PageFeedbackFilter,
    options?: CallOptions,
  ): Promise<ReportPage<PageFeedback>> {
    options?.signal?.throwIfAborted()
    const entries = this.feedbackIn(project, query)
    return structuredClone(pageOf(entries, query, ({ createdAt, id }) => ({ rank: createdAt, id })))
  }

  async feedbackByPage(
    project: ProjectId,
    query: PageFeedbackFilter & { limit: number },
    options?: CallOptions,
  ): Promise<PageFeedbackCount[]> {
    options?.signal?.throwIfAborted()
    const byPage = Map.groupBy(this.feedbackIn(project, query), ({ path }) => path)
    return [...byPage]
      .map(([path, same]) => ({
        path,
        thumbsUp: same.filter(({ helpful }) => helpful === true).length,
        thumbsDown: same.filter(({ helpful }) => helpful === false).length,
        code: same.filter(({ source }) => source === 'code_snippet').length,
        total: same.length,
      }))
      .sort((a, b) => b.total - a.total || compareText(a.path, b.path))
      .slice(0, query.limit)
  }

  async forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number> {
    options?.signal?.throwIfAborted()
    return this.deleteWhere((feedback) => feedback.projectId === project && feedback.fp === fp)
  }

  async prune(before: number, options?: CallOptions): Promise<number> {
    options?.signal?.throwIfAborted()
    this.seen = this.seen.filter(({ viewedAt }) => viewedAt >= dayOf(before))
    return this.deleteWhere(({ createdAt }) => createdAt < before)
  }

  protected viewsIn(project: ProjectId, period: ReportPeriod): PageView[] {
    return this.seen.filter(
      ({ projectId, viewedAt }) => projectId === project && touchesDay(period, viewedAt),
    )
  }

  protected pagesOf(views: readonly PageView[], { offset, limit }: PageCountQuery): PageCounts['pages'] {
    return [...Map.groupBy(views, ({ path }) => path)]
      .map(([path, same]) => ({ path, ...countOf(same) }))
      .sort((a, b) => b.total - a.total || compareText(a.path, b.path))
      .slice(offset, offset + limit)
  }

  protected feedbackIn(project: ProjectId, query: PageFeedbackFilter): PageFeedback[] {
    return [...this.said.values()].filter(
      ({ projectId, createdAt, source, status }) =>
        projectId === project &&
        within(query, createdAt) &&
        (query.source === undefined || source === query.source) &&
        (query.status === undefined || status === query.status),
    )
  }

  protected deleteWhere(isGone: (feedback: PageFeedback) => boolean): number {
    const gone = [...this.said.values()].filter(isGone)
    for (const { id } of gone) this.said.delete(id)
    return gone.length
  }
}

function countOf(views: readonly PageView[]): ReaderCount {
  const human = views.filter(({ reader }) => reader === 'human').length
  return { human, ai: views.length - human, total: views.length }
}

function distinct(views: readonly PageView[], keyOf: (view: PageView) => unknown[]): PageView[] {
  return [...new Map(views.map((view) => [JSON.stringify(keyOf(view)), view])).values()]
}
