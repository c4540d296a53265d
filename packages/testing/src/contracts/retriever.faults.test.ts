import type { Page } from '@docent/content'
import type { ProjectId, RetrievalQuery, RetrievedPassage, RevisionWriter } from '@docent/core'
import { expect, test } from 'vitest'
import { MemoryRetriever } from '../fakes/memory-retriever.ts'
import { failingCases } from './contract-case.ts'
import { retrieverCases } from './retriever.ts'
import type { RetrieverContext } from './retriever-context.ts'
import type { IndexedPage } from './retriever-pages.ts'

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
    const trusted = filter.trustedGroups === undefined ? {} : { trustedGroups: filter.trustedGroups }
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

class NeverJoins extends OtherQuery {
  change({ joinNeighbours: _join, ...query }: RetrievalQuery): RetrievalQuery {
    return query
  }
}

class KnowsNoAccents extends OtherQuery {
  change(query: RetrievalQuery): RetrievalQuery {
    return { ...query, text: query.text.replace(/[^\p{ASCII}]/gu, '') }
  }
}

test('the memory fake breaks no promise', async () => {
  expect(
    await failingCases<RetrieverContext>(retrieverCases, () => ({ retriever: new MemoryRetriever() })),
  ).toEqual([])
})

test.each<[string, new () => MemoryRetriever, RegExp]>([
  ['trusts the groups that a caller names', TrustsWhatTheCallerNames, /narrow and never widen/],
  ['ignores narrowing groups', IgnoresNarrowing, /narrow and never widen/],
  ['ignores the version', IgnoresVersions, /every filter/],
  ['compares languages as they are written', ComparesLanguagesAsTheyAreWritten, /as a range/],
  ['forgets redirects', ForgetsRedirects, /redirects lead to/],
  ['forgets redirects with the next revision', RedirectsOnce, /redirects lead to/],
  ['has no limit a page', NoLimitAPage, /no more of a page/],
  ['compares groups without case', ComparesGroupsWithoutCase, /compares groups exactly/],
  ['filters what it has found', FiltersAfterwards, /before it ranks/],
  ['opens every page', OpensEveryPage, /whole page only to a trusted group/],
  ['shows what is not committed', CommitsWithEveryWrite, /nothing of a revision before its commit/],
  ['never removes', NeverRemoves, /removed and moved pages/],
  ['commits what is aborted', AbortCommits, /drops an aborted revision/],
  ['forgets the name of a revision', KeepsNoName, /the revision of the commit/],
  ['answers the worst first', WorstFirst, /best first/],
  ['scores above 1', ScoresWithoutBound, /from 0 to 1/],
  ['mixes projects', OneProjectForAll, /keeps projects apart/],
  ['ignores synonyms', IgnoresSynonyms, /synonyms that the query brings/],
  ['never joins passages', NeverJoins, /follow each other as one/],
  ['drops letters beyond ASCII', KnowsNoAccents, /language zh-CN/],
  ['ignores signals', IgnoresSignals, /aborted signal/],
])('the suite catches a retriever that %s', async (_fault, Broken, expected) => {
  const failing = await failingCases<RetrieverContext>(retrieverCases, () => ({ retriever: new Broken() }))
  expect(
    failing.some((name) => expected.test(name)),
    `failing: ${failing.join('; ')}`,
  ).toBe(true)
})
