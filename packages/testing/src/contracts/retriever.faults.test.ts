import type { Page } from '@docent/content'
import {
  defined,
  type IndexManifest,
  type ProjectId,
  type RetrievalQuery,
  type RetrievedPassage,
  type RevisionWriter,
} from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { MemoryRetriever } from '../fakes/memory-retriever.ts'
import type { IndexedPage } from '../material/retriever-pages.ts'
import { failingCases } from './contract-case.ts'
import { retrieverCases } from './retriever.ts'
import type { RetrieverContext } from './retriever-context.ts'

type Search = MemoryRetriever['search']
type PageOptions = Parameters<MemoryRetriever['page']>[2]

/** Searches with another query than it was given. */
abstract class OtherQuery extends MemoryRetriever {
  protected abstract change(query: RetrievalQuery): RetrievalQuery

  override search(...[project, query, options]: Parameters<Search>): ReturnType<Search> {
    return super.search(project, this.change(query), options)
  }
}

/** Wraps the writer. */
abstract class OtherWriter extends MemoryRetriever {
  protected abstract wrap(writer: RevisionWriter, project: ProjectId): RevisionWriter

  override async begin(...args: Parameters<MemoryRetriever['begin']>): Promise<RevisionWriter> {
    return this.wrap(await super.begin(...args), args[0])
  }
}

class TrustsWhatTheCallerNames extends OtherQuery {
  change({ filter = {}, ...query }: RetrievalQuery): RetrievalQuery {
    const trustedGroups = [...(filter.trustedGroups ?? []), ...(filter.groups ?? [])]
    return { ...query, filter: { ...filter, trustedGroups } }
  }
}

class IgnoresVersions extends OtherQuery {
  change({ filter, ...query }: RetrievalQuery): RetrievalQuery {
    const { version: _version, ...others } = filter ?? {}
    return { ...query, filter: others }
  }
}

class IgnoresTheCurrentVersion extends OtherQuery {
  change({ filter, ...query }: RetrievalQuery): RetrievalQuery {
    const { current: _current, ...others } = filter ?? {}
    return { ...query, filter: others }
  }
}

class ComparesLanguagesAsTheyAreWritten extends MemoryRetriever {
  override async search(...[project, query, options]: Parameters<Search>): ReturnType<Search> {
    const { filter, limit, ...others } = query
    const found = await super.search(project, { ...others, filter: filter ?? {}, limit: 200 }, options)
    const isWanted = ({ passage }: RetrievedPassage) =>
      filter?.language === undefined || passage.language === filter.language
    return found.filter(isWanted).slice(0, limit)
  }
}

class ForgetsRedirects extends OtherWriter {
  wrap(writer: RevisionWriter): RevisionWriter {
    return { ...writer, redirects: async () => {} }
  }
}

class RedirectsOnce extends MemoryRetriever {
  override async begin(...[project, options]: Parameters<MemoryRetriever['begin']>): Promise<RevisionWriter> {
    const writer = await super.begin(project, options)
    await writer.redirects([])
    return writer
  }
}

class IgnoresNarrowing extends OtherQuery {
  change({ filter, ...query }: RetrievalQuery): RetrievalQuery {
    const { groups: _groups, ...others } = filter ?? {}
    return { ...query, filter: others }
  }
}

class NoLimitAPage extends OtherQuery {
  change(query: RetrievalQuery): RetrievalQuery {
    return { ...query, perPage: 1_000 }
  }
}

class ComparesGroupsWithoutCase extends OtherQuery {
  change({ filter = {}, ...query }: RetrievalQuery): RetrievalQuery {
    return {
      ...query,
      filter: { ...filter, trustedGroups: (filter.trustedGroups ?? []).map((group) => group.toLowerCase()) },
    }
  }
}

/** Filters what is left after the limit. */
class FiltersAfterwards extends MemoryRetriever {
  override async search(...[project, query, options]: Parameters<Search>): Promise<RetrievedPassage[]> {
    const { filter = {}, ...rest } = query
    const trusted = defined({ trustedGroups: filter.trustedGroups })
    const found = await super.search(project, { ...rest, filter: trusted }, options)
    const allowed = await super.search(project, { ...query, limit: 200, perPage: 200 }, options)
    const ids = new Set(allowed.map(({ passage }) => passage.id))
    return found.filter(({ passage }) => ids.has(passage.id))
  }
}

class OpensEveryPage extends MemoryRetriever {
  override async page(project: ProjectId, path: string, options?: PageOptions): Promise<Page | undefined> {
    const found = this.committed.get(project)?.pages.find(({ page }) => page.path === path)
    return found === undefined ? super.page(project, path, options) : structuredClone(found.page)
  }
}

class ListsHiddenPages extends OtherWriter {
  wrap(writer: RevisionWriter): RevisionWriter {
    return {
      ...writer,
      write: (entries, options) =>
        writer.write(
          entries.map((entry) => ({ ...entry, page: { ...entry.page, hidden: false } })),
          options,
        ),
    }
  }
}

class CommitsWithEveryWrite extends OtherWriter {
  wrap(writer: RevisionWriter, project: ProjectId): RevisionWriter {
    return {
      ...writer,
      write: async (entries, options) => {
        await writer.write(entries, options)
        const pages: IndexedPage[] = [...(this.committed.get(project)?.pages ?? []), ...entries]
        this.committed.set(project, { name: 'early', pages, redirects: [] })
      },
    }
  }
}

class NeverRemoves extends OtherWriter {
  wrap(writer: RevisionWriter): RevisionWriter {
    return { ...writer, remove: async () => {} }
  }
}

class AbortCommits extends OtherWriter {
  wrap(writer: RevisionWriter): RevisionWriter {
    return { ...writer, abort: () => writer.commit('aborted').catch(() => {}) }
  }
}

class KeepsNoName extends OtherWriter {
  wrap(writer: RevisionWriter): RevisionWriter {
    return { ...writer, commit: (_revision, options) => writer.commit('latest', options) }
  }
}

class WorstFirst extends MemoryRetriever {
  override async search(...args: Parameters<Search>): Promise<RetrievedPassage[]> {
    return (await super.search(...args)).reverse()
  }
}

class ScoresBesideTheBest extends MemoryRetriever {
  override async search(...args: Parameters<Search>): Promise<RetrievedPassage[]> {
    const found = await super.search(...args)
    return found.map((each) => ({ ...each, score: each.score / (found[0]?.score ?? 1) }))
  }
}

class ScoresWithoutBound extends MemoryRetriever {
  override async search(...args: Parameters<Search>): Promise<RetrievedPassage[]> {
    return (await super.search(...args)).map((found) => ({ ...found, score: found.score * 20 }))
  }
}

class OneProjectForAll extends MemoryRetriever {
  override begin(_project: ProjectId, ...rest: [object?]): Promise<RevisionWriter> {
    return super.begin('all' as ProjectId, ...rest)
  }

  override search(...[_project, query, options]: Parameters<Search>): ReturnType<Search> {
    return super.search('all' as ProjectId, query, options)
  }
}

class IgnoresSignals extends MemoryRetriever {
  override search(...[project, query]: Parameters<Search>): ReturnType<Search> {
    return super.search(project, query)
  }
}

class IgnoresSynonyms extends OtherQuery {
  change({ synonyms: _synonyms, ...query }: RetrievalQuery): RetrievalQuery {
    return query
  }
}

class KnowsNoAccents extends OtherQuery {
  change(query: RetrievalQuery): RetrievalQuery {
    return { ...query, text: query.text.replace(/[^\p{ASCII}]/gu, '') }
  }
}

/** Shows passages of a draft in searches as soon as so many are written. */
class ShowsAFullBuffer extends OtherWriter {
  readonly #drafts = new Map<ProjectId, IndexedPage[]>()
  wrap(writer: RevisionWriter, project: ProjectId): RevisionWriter {
    const draft: IndexedPage[] = []
    this.#drafts.set(project, draft)
    return {
      ...writer,
      write: async (entries, options) => {
        await writer.write(entries, options)
        draft.push(...entries)
      },
    }
  }
  override search(...[project, query, options]: Parameters<Search>): ReturnType<Search> {
    const draft = this.#drafts.get(project) ?? []
    const committed = this.committed.get(project)
    if (draft.flatMap(({ passages }) => passages).length < 1_000 || !committed)
      return super.search(project, query, options)
    const reader = new MemoryRetriever()
    return reader.begin(project).then(async (writer) => {
      await writer.write([...committed.pages, ...draft])
      await writer.commit(committed.name)
      return reader.search(project, query, options)
    })
  }
}

/** Puts what is written where new readers find it. */
class LetsNewReadersSeeDrafts extends OtherWriter {
  readonly #fresh: boolean
  #isKnown = false
  static drafts = new WeakMap<object, IndexedPage[]>()
  constructor(other?: MemoryRetriever) {
    super(other)
    this.#fresh = other !== undefined
  }
  wrap(writer: RevisionWriter): RevisionWriter {
    const draft: IndexedPage[] = []
    LetsNewReadersSeeDrafts.drafts.set(this.committed, draft)
    return {
      ...writer,
      write: async (entries, options) => {
        await writer.write(entries, options)
        draft.push(...entries)
      },
      commit: async (revision, options) => {
        await writer.commit(revision, options)
        LetsNewReadersSeeDrafts.drafts.delete(this.committed)
      },
    }
  }
  override async page(project: ProjectId, path: string, options?: PageOptions): Promise<Page | undefined> {
    const draft = LetsNewReadersSeeDrafts.drafts.get(this.committed)
    const found = this.#fresh && !this.#isKnown ? draft?.find(({ page }) => page.path === path) : undefined
    return found ? structuredClone(found.page) : super.page(project, path, options)
  }
}

class RemovesAtOnce extends OtherWriter {
  wrap(writer: RevisionWriter, project: ProjectId): RevisionWriter {
    return {
      ...writer,
      remove: async (files, options) => {
        await writer.remove(files, options)
        const base = this.committed.get(project)
        if (base)
          this.committed.set(project, {
            ...base,
            pages: base.pages.filter(({ page }) => !files.includes(page.file)),
          })
      },
    }
  }
}

class RemovesFromEveryProject extends OtherWriter {
  wrap(writer: RevisionWriter): RevisionWriter {
    const gone = new Set<string>()
    return {
      ...writer,
      remove: async (files, options) => {
        await writer.remove(files, options)
        for (const file of files) gone.add(file)
      },
      commit: async (revision, options) => {
        await writer.commit(revision, options)
        for (const [id, base] of this.committed)
          this.committed.set(id, { ...base, pages: base.pages.filter(({ page }) => !gone.has(page.file)) })
      },
    }
  }
}

class RemembersItsManifest extends MemoryRetriever {
  readonly #known = new Map<ProjectId, IndexManifest>()
  override async manifest(...args: Parameters<MemoryRetriever['manifest']>): Promise<IndexManifest> {
    const known = this.#known.get(args[0]) ?? (await super.manifest(...args))
    if (known.revision !== undefined) this.#known.set(args[0], known)
    return known
  }
}

/** Answers the same words as before with what it found before. */
class RemembersSearches extends MemoryRetriever {
  readonly #known = new Map<string, RetrievedPassage[]>()
  override async search(...args: Parameters<Search>): Promise<RetrievedPassage[]> {
    const key = JSON.stringify([args[0], args[1]])
    const found = this.#known.get(key) ?? (await super.search(...args))
    this.#known.set(key, found)
    return found
  }
}

class CommitsInTwoSteps extends OtherWriter {
  wrap(writer: RevisionWriter, project: ProjectId): RevisionWriter {
    return {
      ...writer,
      commit: async (revision, options) => {
        const before = this.committed.get(project)
        await writer.commit(revision, options)
        const after = this.committed.get(project)
        if (!before || !after) return
        const half = after.pages.slice(Math.ceil(after.pages.length / 2))
        const files = new Set(half.map(({ page }) => page.file))
        this.committed.set(project, {
          ...after,
          pages: [...half, ...before.pages.filter(({ page }) => !files.has(page.file))],
        })
        await new Promise(setImmediate)
        await new Promise(setImmediate)
        this.committed.set(project, after)
      },
    }
  }
}

class DropsEverything extends MemoryRetriever {
  override async drop(): Promise<void> {
    this.committed.clear()
  }
}

class WritesAfterAnAbort extends OtherWriter {
  wrap(writer: RevisionWriter): RevisionWriter {
    return { ...writer, abort: async () => {} }
  }
}

class KeepsOldPassages extends OtherWriter {
  wrap(writer: RevisionWriter, project: ProjectId): RevisionWriter {
    return {
      ...writer,
      write: (entries, options) =>
        writer.write(
          entries.map((entry) => {
            const old = this.committed.get(project)?.pages.find(({ page }) => page.file === entry.page.file)
            return { ...entry, passages: [...entry.passages, ...(old?.passages ?? [])] }
          }),
          options,
        ),
    }
  }
}

/** Each process reads what it knew when it began. */
class NeverLooksAgain extends MemoryRetriever {
  #seen: MemoryRetriever | undefined
  override async search(...[project, query, options]: Parameters<Search>): Promise<RetrievedPassage[]> {
    if (!this.#seen) {
      this.#seen = new MemoryRetriever()
      for (const [id, { pages, name }] of this.committed) {
        const writer = await this.#seen.begin(id)
        await writer.write(pages)
        await writer.commit(name)
      }
    }
    return this.#seen.search(project, query, options)
  }
}

/** The writer who comes second goes on with what the first has written. */
class SharesADraft extends MemoryRetriever {
  readonly #drafts: Map<ProjectId, IndexedPage[]>
  constructor(other?: MemoryRetriever) {
    super(other)
    this.#drafts = other instanceof SharesADraft ? other.#drafts : new Map()
  }
  override async begin(...args: Parameters<MemoryRetriever['begin']>): Promise<RevisionWriter> {
    const writer = await super.begin(...args)
    const draft = this.#drafts.get(args[0]) ?? []
    this.#drafts.set(args[0], draft)
    return {
      ...writer,
      write: async (entries, options) => {
        await writer.write(entries, options)
        draft.push(...entries)
      },
      commit: async (revision, options) => {
        const files = new Set(draft.map(({ page }) => page.file))
        const last = new Map(draft.map((entry) => [`${entry.page.file} ${entry.page.path}`, entry]))
        await writer.remove([...files], options)
        await writer.write([...last.values()], options)
        await writer.commit(revision, options)
      },
    }
  }
}

class CountsPagesAsFiles extends MemoryRetriever {
  override async manifest(...args: Parameters<MemoryRetriever['manifest']>): Promise<IndexManifest> {
    const manifest = await super.manifest(...args)
    return { ...manifest, passages: manifest.pages }
  }
}

class IgnoresTags extends OtherQuery {
  change({ filter, ...query }: RetrievalQuery): RetrievalQuery {
    const { tag: _tag, ...others } = filter ?? {}
    return { ...query, filter: others }
  }
}

class TakesPartsOfGroups extends OtherQuery {
  change({ filter = {}, ...query }: RetrievalQuery): RetrievalQuery {
    const trustedGroups = (filter.trustedGroups ?? []).flatMap((group) => [group, ...group.split(',')])
    return { ...query, filter: { ...filter, trustedGroups } }
  }
}

class RedirectsBeforePages extends MemoryRetriever {
  override page(...[project, path, options]: Parameters<MemoryRetriever['page']>) {
    const redirect = this.committed.get(project)?.redirects.find(({ source }) => source === path)
    return super.page(project, redirect?.destination ?? path, options)
  }
}

class IgnoresTheViewedPage extends OtherQuery {
  change({ currentPath: _current, ...query }: RetrievalQuery): RetrievalQuery {
    return query
  }
}

function contextOf(Kind: new (other?: MemoryRetriever) => MemoryRetriever): RetrieverContext {
  const retriever = new Kind()
  return { retriever, peer: new Kind(retriever) }
}

test('the memory fake breaks no promise', async () => {
  expect(await failingCases(retrieverCases, () => contextOf(MemoryRetriever))).toEqual([])
})

test.each<[string, new (other?: MemoryRetriever) => MemoryRetriever, RegExp]>([
  ['trusts the groups that a caller names', TrustsWhatTheCallerNames, /narrow and never widen/],
  ['ignores narrowing groups', IgnoresNarrowing, /narrow and never widen/],
  ['ignores the version', IgnoresVersions, /every filter/],
  ['ignores the current version', IgnoresTheCurrentVersion, /not the current one/],
  ['compares languages as they are written', ComparesLanguagesAsTheyAreWritten, /as a range/],
  ['forgets redirects', ForgetsRedirects, /redirects lead to/],
  ['forgets redirects with the next revision', RedirectsOnce, /redirects lead to/],
  ['has no limit a page', NoLimitAPage, /no more of a page/],
  ['compares groups without case', ComparesGroupsWithoutCase, /compares groups exactly/],
  ['filters what it has found', FiltersAfterwards, /before it ranks/],
  ['opens every page', OpensEveryPage, /whole page only to a trusted group/],
  ['lists hidden pages', ListsHiddenPages, /hidden page to those/],
  ['shows what is not committed', CommitsWithEveryWrite, /nothing of a revision before its commit/],
  ['never removes', NeverRemoves, /removed and moved pages/],
  ['commits what is aborted', AbortCommits, /drops an aborted revision/],
  ['forgets the name of a revision', KeepsNoName, /the revision of the commit/],
  ['answers the worst first', WorstFirst, /best first/],
  ['scores above 1', ScoresWithoutBound, /from 0 to 1/],
  ['scores beside the best that was found', ScoresBesideTheBest, /how much of the query/],
  ['mixes projects', OneProjectForAll, /keeps projects apart/],
  ['ignores synonyms', IgnoresSynonyms, /synonyms that the query brings/],
  ['drops letters beyond ASCII', KnowsNoAccents, /language zh-CN/],
  ['ignores signals', IgnoresSignals, /aborted signal/],
  ['shows a draft that is too large for its buffer', ShowsAFullBuffer, /large revision before its commit/],
  ['lets new readers see drafts', LetsNewReadersSeeDrafts, /large revision before its commit/],
  ['removes before the commit', RemovesAtOnce, /large revision before its commit/],
  ['removes from every project', RemovesFromEveryProject, /other projects/],
  ['remembers its manifest', RemembersItsManifest, /what another process commits/],
  ['remembers searches', RemembersSearches, /nothing of a revision before its commit/],
  ['commits in two steps', CommitsInTwoSteps, /one whole revision/],
  ['drops every project', DropsEverything, /forgets a dropped project/],
  ['writes after an abort', WritesAfterAnAbort, /abort follow commit/],
  ['keeps old passages of a page', KeepsOldPassages, /replaces a file/],
  ['never looks for commits of others', NeverLooksAgain, /what another process commits/],
  ['lets two writers share a draft', SharesADraft, /two writers/],
  ['counts pages for passages', CountsPagesAsFiles, /counts and the revision/],
  ['ignores tags', IgnoresTags, /every filter/],
  ['splits the names of groups', TakesPartsOfGroups, /compares groups exactly/],
  ['follows redirects of pages that are there', RedirectsBeforePages, /redirects lead to/],
  ['ignores the viewed page', IgnoresTheViewedPage, /being viewed/],
])('the suite catches a retriever that %s', async (_fault, Broken, expected) => {
  const cases = retrieverCases.filter(({ name }) => expected.test(name))
  expect(await failingCases(cases, () => contextOf(Broken))).not.toEqual([])
})
