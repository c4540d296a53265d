import {
  type CallOptions,
  countInvented,
  type ProjectId,
  type ReportPeriod,
  type ReportQuery,
  type SearchClick,
} from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemoryThreadStore } from '../fakes/memory-thread-store.ts'
import { failingCases } from './contract-case.ts'
import { threadAnalyticsCases } from './thread-analytics.ts'

class LosesTheReader extends MemoryThreadStore {
  override async turnReport(project: ProjectId, query: ReportQuery, options?: CallOptions) {
    const page = await super.turnReport(project, query, options)
    return { ...page, entries: page.entries.map((entry) => ({ ...entry, fp: 'anonymous' })) }
  }
}

class IgnoresTheOutcome extends MemoryThreadStore {
  override turnReport(project: ProjectId, query: ReportQuery & { outcome?: never }, options?: CallOptions) {
    const { outcome: _, ...rest } = query
    return super.turnReport(project, rest, options)
  }
}

class CountsCallersOfPartsOfDays extends MemoryThreadStore {
  override async callers(project: ProjectId, period: ReportPeriod, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    const counts = { web: 0, api: 0, other: 0 }
    for (const { turn } of this.turnsIn(project))
      if (turn.createdAt >= (period.from ?? 0) && turn.createdAt < (period.to ?? Number.POSITIVE_INFINITY))
        counts[turn.caller ?? 'other'] += 1
    return counts
  }
}

class CountsTheWholeTime extends MemoryThreadStore {
  override async searchTerms(project: ProjectId, query: ReportQuery, options?: CallOptions) {
    const { from: _, to: __, ...rest } = query
    return super.searchTerms(project, rest, options)
  }
}

class CountsEveryOpenedPage extends MemoryThreadStore {
  override async recordClick(click: SearchClick, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    const newest = this.direct.at(-1)
    if (newest) newest.clicked = click.path
    return newest !== undefined
  }
}

class ClicksForEver extends MemoryThreadStore {
  override recordClick(click: SearchClick, options?: CallOptions) {
    const newest = Math.max(...this.direct.map(({ createdAt }) => createdAt))
    return super.recordClick({ ...click, clickedAt: newest }, options)
  }
}

class KeepsForgottenSearches extends MemoryThreadStore {
  override async forget(project: ProjectId, fp: string, options?: CallOptions) {
    const { direct } = this
    const deleted = await super.forget(project, fp, options)
    this.direct = direct
    return deleted
  }
}

class CountsEveryMention extends MemoryThreadStore {
  override async inventedNames(project: ProjectId, query: ReportPeriod & { limit: number }) {
    const turns = this.turnsIn(project).map(({ turn: { model, createdAt, grounding } }) => ({
      model,
      createdAt,
      names: (grounding?.names ?? []).filter(({ verdict }) => verdict === 'invented'),
    }))
    return countInvented(turns, query.limit)
  }
}

describe('ThreadStore contract, analytics', () => {
  test('holds for the store in memory', async () => {
    expect(await failingCases(threadAnalyticsCases, () => ({ store: new MemoryThreadStore() }))).toEqual([])
  })

  test.each([
    { Broken: LosesTheReader, sentence: /lists every turn/ },
    { Broken: IgnoresTheOutcome, sentence: /a period and an outcome/ },
    { Broken: CountsCallersOfPartsOfDays, sentence: /counts turns by who asked/ },
    { Broken: CountsTheWholeTime, sentence: /counts what was searched for/ },
    { Broken: CountsEveryOpenedPage, sentence: /a click of the newest search/ },
    { Broken: ClicksForEver, sentence: /within ten minutes/ },
    { Broken: CountsEveryMention, sentence: /names that the documentation does not have/ },
    { Broken: KeepsForgottenSearches, sentence: /forgotten or pruned/ },
  ])('catches a store that $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(threadAnalyticsCases, () => ({ store: new Broken() }))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
