import {
  type AnswerFeedback,
  type CallOptions,
  type CheckedClaims,
  defined,
  encodeListCursor,
  type ProjectId,
  type RecordedSearch,
  type ReportPeriod,
  type ReportQuery,
  type SearchQuery,
  type Thread,
  type ThreadId,
  type ThreadTurn,
} from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemoryThreadStore } from '../fakes/memory-thread-store.ts'
import { failingCases } from './contract-case.ts'
import { T0 } from './thread-drafts.ts'
import { threadStoreCases, threadStoreContract } from './thread-store.ts'

type AppendOptions = CallOptions & { replaceLast?: boolean }

/** Counts the turns, waits, and then adds one. */
class Racy extends MemoryThreadStore {
  override async append(thread: ThreadId, turn: Omit<ThreadTurn, 'index'>, options?: AppendOptions) {
    const index = this.turnsOf.get(thread)?.length ?? 0
    await Promise.resolve()
    const added = await super.append(thread, turn, options)
    return options?.replaceLast ? added : { ...added, index }
  }
}

class IgnoresReplaceLast extends MemoryThreadStore {
  override append(thread: ThreadId, turn: Omit<ThreadTurn, 'index'>, options?: AppendOptions) {
    return super.append(thread, turn, options?.signal ? { signal: options.signal } : {})
  }
}

class GivesTheOldestTurns extends MemoryThreadStore {
  override async turns(thread: ThreadId, limit: number, options?: CallOptions) {
    return (await super.turns(thread, 1_000, options)).slice(0, limit)
  }
}

class NewestFirst extends MemoryThreadStore {
  override async turns(thread: ThreadId, limit: number, options?: CallOptions) {
    return (await super.turns(thread, limit, options)).reverse()
  }
}

class ShowsEveryProject extends MemoryThreadStore {
  override async get(_project: ProjectId, id: ThreadId, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return structuredClone(this.threads.get(id))
  }
}

class CreatesByAppending extends MemoryThreadStore {
  override append(thread: ThreadId, turn: Omit<ThreadTurn, 'index'>, options?: AppendOptions) {
    if (!this.turnsOf.has(thread)) this.turnsOf.set(thread, [])
    return super.append(thread, turn, options)
  }
}

class OverwritesThreads extends MemoryThreadStore {
  override create(thread: Thread, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    this.threads.delete(thread.id)
    return super.create(thread, options)
  }
}

class LosesHalfPairs extends MemoryThreadStore {
  override append(thread: ThreadId, turn: Omit<ThreadTurn, 'index'>, options?: AppendOptions) {
    return super.append(thread, { ...turn, answer: Buffer.from(turn.answer).toString() }, options)
  }
}

class LendsItsOwnObjects extends MemoryThreadStore {
  override async turns(thread: ThreadId, limit: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return limit < 1 ? [] : (this.turnsOf.get(thread) ?? []).slice(-limit)
  }
}

class ForgetsClaims extends MemoryThreadStore {
  override async noteClaims() {
    return true
  }
}

class NotesTheNewest extends MemoryThreadStore {
  override async noteClaims(thread: ThreadId, _turn: string, claims: CheckedClaims) {
    const newest = this.turnsOf.get(thread)?.at(-1)
    return newest !== undefined && super.noteClaims(thread, newest.id, claims)
  }
}

class CountsTheJudgeTwice extends MemoryThreadStore {
  override async noteClaims(thread: ThreadId, turn: string, claims: CheckedClaims) {
    const turns = this.turnsOf.get(thread) ?? []
    const at = turns.findIndex(({ id }) => id === turn)
    const { claims: _, ...rest } = turns[at] ?? {}
    if (at >= 0) turns[at] = rest as ThreadTurn
    return super.noteClaims(thread, turn, claims)
  }
}

class CountsUncheckedAnswers extends MemoryThreadStore {
  override async claimCounts(project: ProjectId, period: ReportPeriod) {
    const counts = await super.claimCounts(project, period)
    return counts.map((count) => ({ ...count, checked: count.checked + 1 }))
  }
}

class IgnoresAbort extends MemoryThreadStore {
  override append(thread: ThreadId, turn: Omit<ThreadTurn, 'index'>, options?: AppendOptions) {
    return super.append(thread, turn, options?.replaceLast ? { replaceLast: true } : {})
  }
}

class KeepsTheFirstWord extends MemoryThreadStore {
  override async rate(
    thread: ThreadId,
    turn: string | undefined,
    said: AnswerFeedback,
    options?: CallOptions,
  ) {
    if (turn !== undefined && this.said.has(turn)) return turn
    return super.rate(thread, turn, said, options)
  }
}

class RatesTheOldestTurn extends MemoryThreadStore {
  override rate(thread: ThreadId, turn: string | undefined, said: AnswerFeedback, options?: CallOptions) {
    return super.rate(thread, turn ?? this.turnsOf.get(thread)?.[0]?.id, said, options)
  }
}

class RatesWhateverIsNamed extends MemoryThreadStore {
  override async rate(
    thread: ThreadId,
    turn: string | undefined,
    said: AnswerFeedback,
    options?: CallOptions,
  ) {
    const known = await super.rate(thread, turn, said, options)
    if (known === undefined && turn !== undefined) this.said.set(turn, said)
    return known ?? turn
  }
}

class PagesByNumber extends MemoryThreadStore {
  override async conversations(project: ProjectId, query: ReportQuery, options?: CallOptions) {
    const { cursor, ...rest } = query
    const skip = cursor === undefined ? 0 : Number(atob(cursor))
    const all = await super.conversations(project, { ...rest, limit: 1_000 }, options)
    const entries = all.entries.slice(skip, skip + query.limit)
    const end = skip + entries.length
    return { entries, nextCursor: end < all.entries.length ? btoa(String(end)) : null }
  }
}

class IncludesTheEnd extends MemoryThreadStore {
  override conversations(project: ProjectId, query: ReportQuery, options?: CallOptions) {
    const { to, ...rest } = query
    return super.conversations(project, to === undefined ? rest : { ...rest, to: to + 1 }, options)
  }
}

class FindsByDifferentTurns extends MemoryThreadStore {
  override async conversations(...[project, query, options]: Parameters<MemoryThreadStore['conversations']>) {
    const { text, page: path, ...rest } = query
    const page = await super.conversations(project, rest, options)
    const lists = await Promise.all(
      [{ text }, { page: path }].map((one) =>
        super.conversations(project, { limit: 10_000, ...defined(one) }, options),
      ),
    )
    const isIn = ({ entries }: { entries: { id: ThreadId }[] }, id: ThreadId) =>
      entries.some((entry) => entry.id === id)
    return { ...page, entries: page.entries.filter(({ id }) => lists.every((list) => isIn(list, id))) }
  }
}

class MindsCapitals extends MemoryThreadStore {
  override async conversations(...[project, query, options]: Parameters<MemoryThreadStore['conversations']>) {
    const page = await super.conversations(project, query, options)
    const { text } = query
    const entries = page.entries.filter(
      ({ id }) =>
        text === undefined ||
        this.turnsOf.get(id)?.some((turn) => turn.question.includes(text) || turn.answer.includes(text)),
    )
    return { ...page, entries }
  }
}

class KnowsCitedPagesAlone extends MemoryThreadStore {
  override async conversations(...[project, query, options]: Parameters<MemoryThreadStore['conversations']>) {
    const page = await super.conversations(project, query, options)
    const entries = page.entries.filter(
      ({ id }) =>
        query.page === undefined ||
        this.turnsOf.get(id)?.some(({ asked }) => asked.currentPath === undefined),
    )
    return { ...page, entries }
  }
}

class StopsBeforeTheEnd extends MemoryThreadStore {
  override async conversations(...[project, query, options]: Parameters<MemoryThreadStore['conversations']>) {
    const from = T0 + 1_000
    return super.conversations(project, query.text === undefined ? query : { from, ...query }, options)
  }
}

class ForgetsEverywhere extends MemoryThreadStore {
  override async forget(_project: ProjectId, fp: string, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return this.deleteWhere((thread) => thread.fp === fp)
  }
}

class PrunesByStart extends MemoryThreadStore {
  override async prune(before: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return this.deleteWhere(({ createdAt }) => createdAt < before)
  }
}

/** Keeps searches when their visitor or their time goes. */
class KeepsSearches extends MemoryThreadStore {
  override async forget(project: ProjectId, fp: string, options?: CallOptions) {
    const kept = this.direct
    const deleted = await super.forget(project, fp, options)
    this.direct = kept
    return deleted
  }
}

class MixesSources extends MemoryThreadStore {
  override recordSearch(search: RecordedSearch, options?: CallOptions) {
    return super.recordSearch({ ...search, source: 'search' }, options)
  }
}

class NumbersTurnsFromOne extends MemoryThreadStore {
  override async append(thread: ThreadId, turn: Omit<ThreadTurn, 'index'>, options?: AppendOptions) {
    const added = await super.append(thread, turn, options)
    return { ...added, index: added.index + 1 }
  }
}

class RefusesToReplaceNothing extends MemoryThreadStore {
  override append(thread: ThreadId, turn: Omit<ThreadTurn, 'index'>, options?: AppendOptions) {
    if (options?.replaceLast && this.turnsOf.get(thread)?.length === 0) throw new Error('There is no turn.')
    return super.append(thread, turn, options)
  }
}

class SharesTurns extends MemoryThreadStore {
  override async turns(_thread: ThreadId, limit: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return limit < 1 ? [] : structuredClone([...this.turnsOf.values()].flat().slice(-limit))
  }
}

class GivesAllForNone extends MemoryThreadStore {
  override turns(thread: ThreadId, limit: number, options?: CallOptions) {
    return super.turns(thread, limit || 1_000, options)
  }
}

class KeepsWhatWasSaidOfAReplacedTurn extends MemoryThreadStore {
  override async append(thread: ThreadId, turn: Omit<ThreadTurn, 'index'>, options?: AppendOptions) {
    const cut = options?.replaceLast ? this.turnsOf.get(thread)?.at(-1) : undefined
    const said = cut && this.said.get(cut.id)
    const added = await super.append(thread, turn, options)
    if (said) this.said.set(added.id, said)
    return added
  }
}

class CountsEveryRatingUp extends MemoryThreadStore {
  override async conversations(project: ProjectId, query: ReportQuery, options?: CallOptions) {
    const page = await super.conversations(project, query, options)
    return { ...page, entries: page.entries.map((each) => ({ ...each, up: each.turns - each.down })) }
  }
}

class AlwaysAnswersACursor extends MemoryThreadStore {
  override async feedback(project: ProjectId, query: ReportQuery, options?: CallOptions) {
    const { entries } = await super.feedback(project, query, options)
    const last = entries.at(-1)
    const nextCursor = last ? encodeListCursor({ rank: last.createdAt, id: last.turnId }) : null
    return { entries, nextCursor: entries.length === query.limit ? nextCursor : null }
  }
}

class CountsSearchesAsTheyWereWritten extends MemoryThreadStore {
  override async searches(project: ProjectId, query: SearchQuery, options?: CallOptions) {
    const page = await super.searches(project, query, options)
    return { ...page, entries: page.entries.map((each) => ({ ...each, query: `${each.query} ` })) }
  }
}

class CountsReplacedSearches extends MemoryThreadStore {
  override async append(thread: ThreadId, turn: Omit<ThreadTurn, 'index'>, options?: AppendOptions) {
    const cut = options?.replaceLast ? this.turnsOf.get(thread)?.at(-1) : undefined
    return super.append(thread, { ...turn, searches: [...turn.searches, ...(cut?.searches ?? [])] }, options)
  }
}

class PrunesSearchesAtTheVeryTime extends MemoryThreadStore {
  override async prune(before: number, options?: CallOptions) {
    const deleted = await super.prune(before, options)
    this.direct = this.direct.filter(({ createdAt }) => createdAt > before)
    return deleted
  }
}

class PrunesAtMostAHundred extends MemoryThreadStore {
  override async prune(before: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    let left = 100
    return this.deleteWhere(
      ({ id, createdAt }) => (this.turnsOf.get(id)?.at(-1)?.createdAt ?? createdAt) < before && left-- > 0,
    )
  }
}

class GivesTheOldestUnanswered extends MemoryThreadStore {
  override async unanswered(...[project, query, options]: Parameters<MemoryThreadStore['unanswered']>) {
    return (await super.unanswered(project, { ...query, limit: 1_000 }, options)).slice(-query.limit)
  }
}

class ForgetsEarlierQuestions extends MemoryThreadStore {
  override async unanswered(...[project, query, options]: Parameters<MemoryThreadStore['unanswered']>) {
    const found = await super.unanswered(project, query, options)
    return found.map((question) => ({ ...question, earlier: question.earlier.slice(0, 1) }))
  }
}

class LosesTheKeyHash extends MemoryThreadStore {
  override create(thread: Thread, options?: CallOptions) {
    return super.create({ ...thread, threadKeyHash: thread.threadKeyHash ?? '' }, options)
  }
}

class ShowsWhatOtherProjectsSaid extends MemoryThreadStore {
  protected override turnsIn() {
    return [...this.turnsOf].flatMap(([threadId, turns]) => turns.map((turn) => ({ threadId, turn })))
  }
}

class BeginsAnewWithAWrongCursor extends MemoryThreadStore {
  override feedback(project: ProjectId, { cursor, ...query }: ReportQuery, options?: CallOptions) {
    return super.feedback(
      project,
      cursor === undefined || cursor === 'nonsense' ? query : { ...query, cursor },
      options,
    )
  }
}

threadStoreContract('memory', () => ({ store: new MemoryThreadStore() }))

describe('ThreadStore contract', () => {
  test.each([
    { Broken: Racy, sentence: /never gives two concurrent appends one index/ },
    { Broken: IgnoresReplaceLast, sentence: /cuts the last turn/ },
    { Broken: GivesTheOldestTurns, sentence: /newest turns, oldest first/ },
    { Broken: NewestFirst, sentence: /newest turns, oldest first/ },
    { Broken: ShowsEveryProject, sentence: /to another project/ },
    { Broken: CreatesByAppending, sentence: /unknown id/ },
    { Broken: OverwritesThreads, sentence: /is there already/ },
    { Broken: LosesHalfPairs, sentence: /text exactly/ },
    { Broken: LendsItsOwnObjects, sentence: /is not changed/ },
    { Broken: ForgetsClaims, sentence: /notes checked claims/ },
    { Broken: CountsTheJudgeTwice, sentence: /adds the tokens of a judge/ },
    { Broken: CountsUncheckedAnswers, sentence: /counts answers that were checked/ },
    { Broken: NotesTheNewest, sentence: /notes checked claims|notes no claims/ },
    { Broken: IgnoresAbort, sentence: /aborted signal/ },
    { Broken: KeepsTheFirstWord, sentence: /last word about a turn/ },
    { Broken: RatesTheOldestTurn, sentence: /about the newest/ },
    { Broken: RatesWhateverIsNamed, sentence: /not in the thread/ },
    { Broken: PagesByNumber, sentence: /without a gap or a repetition/ },
    { Broken: IncludesTheEnd, sentence: /up to its end/ },
    { Broken: FindsByDifferentTurns, sentence: /one turn has all/ },
    { Broken: MindsCapitals, sentence: /in capitals or not/ },
    { Broken: KnowsCitedPagesAlone, sentence: /was open or is cited/ },
    { Broken: StopsBeforeTheEnd, sentence: /however far apart/ },
    { Broken: ForgetsEverywhere, sentence: /forgets one visitor of one project/ },
    { Broken: KeepsSearches, sentence: /forgets the searches of one visitor/ },
    { Broken: MixesSources, sentence: /by their source/ },
    { Broken: PrunesByStart, sentence: /keeps the others whole/ },
    { Broken: NumbersTurnsFromOne, sentence: /with its index/ },
    { Broken: RefusesToReplaceNothing, sentence: /none to replace/ },
    { Broken: SharesTurns, sentence: /two threads apart/ },
    { Broken: GivesAllForNone, sentence: /newest turns, oldest first/ },
    { Broken: KeepsWhatWasSaidOfAReplacedTurn, sentence: /together with the turn/ },
    { Broken: CountsEveryRatingUp, sentence: /what became of them/ },
    { Broken: AlwaysAnswersACursor, sentence: /no cursor with the last entries/ },
    { Broken: CountsSearchesAsTheyWereWritten, sentence: /most frequent first/ },
    { Broken: CountsReplacedSearches, sentence: /without those of replaced turns/ },
    { Broken: PrunesSearchesAtTheVeryTime, sentence: /those that are older/ },
    { Broken: PrunesAtMostAHundred, sentence: /keeps the others whole/ },
    { Broken: GivesTheOldestUnanswered, sentence: /newest unanswered/ },
    { Broken: ForgetsEarlierQuestions, sentence: /three questions before them/ },
    { Broken: LosesTheKeyHash, sentence: /without a key hash/ },
    { Broken: ShowsWhatOtherProjectsSaid, sentence: /most frequent first[\s\S]*newest unanswered/ },
    { Broken: BeginsAnewWithAWrongCursor, sentence: /that no list answered/ },
  ])('catches a store that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(threadStoreCases, () => ({ store: new Broken() }))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
