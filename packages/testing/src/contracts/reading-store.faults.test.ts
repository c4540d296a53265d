import type {
  CallOptions,
  PageCountQuery,
  PageFeedback,
  PageFeedbackStatus,
  PageView,
  ProjectId,
  ReportPeriod,
} from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemoryReadingStore } from '../fakes/memory-reading-store.ts'
import { failingCases } from './contract-case.ts'
import { readingStoreCases, readingStoreContract } from './reading-store.ts'

class CountsEveryVisit extends MemoryReadingStore {
  override visitors(project: ProjectId, query: PageCountQuery, options?: CallOptions) {
    return super.views(project, query, options)
  }
}

class CutsDays extends MemoryReadingStore {
  protected override viewsIn(project: ProjectId, query: PageCountQuery): PageView[] {
    const { from = 0 } = query
    return super.viewsIn(project, query).filter(({ viewedAt }) => viewedAt >= from)
  }
}

class CountsPeopleAsPrograms extends MemoryReadingStore {
  override async programs(project: ProjectId, period: ReportPeriod) {
    return [{ program: null, views: this.viewsIn(project, period).length }]
  }
}

class KeepsSalts extends MemoryReadingStore {
  #salts = new Map<number, string>()
  override async daySalt(day: number, fresh: string, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    this.#salts.set(day, this.#salts.get(day) ?? fresh)
    return this.#salts.get(day) ?? fresh
  }
}

class ChangesOthers extends MemoryReadingStore {
  override changeFeedback(project: ProjectId, id: string, status: PageFeedbackStatus, options?: CallOptions) {
    return super.changeFeedback(this.said.get(id)?.projectId ?? project, id, status, options)
  }
}

class OverwritesFeedback extends MemoryReadingStore {
  override async addFeedback(feedback: PageFeedback, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    this.said.set(feedback.id, feedback)
  }
}

class ForgetsEverywhere extends MemoryReadingStore {
  override async forget(_project: ProjectId, fp: string, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return this.deleteWhere((feedback) => feedback.fp === fp)
  }
}

class KeepsOldViews extends MemoryReadingStore {
  override async prune(before: number, options?: CallOptions) {
    const { seen } = this
    const pruned = await super.prune(before, options)
    this.seen = seen
    return pruned
  }
}

readingStoreContract('memory', () => ({ store: new MemoryReadingStore() }))

describe('ReadingStore contract', () => {
  test.each([
    { Broken: CountsEveryVisit, sentence: /once a day and once a page/ },
    { Broken: CountsPeopleAsPrograms, sentence: /views of each program/ },
    { Broken: CutsDays, sentence: /every day that a period touches/ },
    { Broken: KeepsSalts, sentence: /forgets the salt/ },
    { Broken: ChangesOthers, sentence: /of none of another project/ },
    { Broken: OverwritesFeedback, sentence: /refuses an id that is taken/ },
    { Broken: ForgetsEverywhere, sentence: /one reader of one project/ },
    { Broken: KeepsOldViews, sentence: /counts of days that ended before/ },
  ])('catches a store that $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(readingStoreCases, () => ({ store: new Broken() }))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
