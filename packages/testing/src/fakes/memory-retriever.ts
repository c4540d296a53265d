import { type Page, type Passage, UNREADABLE_GROUP } from '@docent/content'
import {
  type CallOptions,
  DocentError,
  type IndexManifest,
  type ProjectId,
  type RetrievalFilter,
  type RetrievalQuery,
  type RetrievedPassage,
  type Retriever,
  type RevisionWriter,
} from '@docent/core'
import type { IndexedPage } from '../contracts/retriever-pages.ts'

interface Revision {
  name: string
  /** In the order they were written. */
  pages: readonly IndexedPage[]
}

const DEFAULT_PER_PAGE = 2

/** Retrieval by shared words, in memory: small enough to be right at sight. Not fast, and forgetful. */
export class MemoryRetriever implements Retriever {
  protected readonly committed = new Map<ProjectId, Revision>()

  async begin(project: ProjectId, options: CallOptions = {}): Promise<RevisionWriter> {
    options.signal?.throwIfAborted()
    let pages = this.committed.get(project)?.pages ?? []
    let ended = false
    const change = (callOptions: CallOptions = {}) => {
      callOptions.signal?.throwIfAborted()
      if (ended)
        throw new DocentError('internal', 'This revision was committed or aborted: begin another one.')
    }
    return {
      write: async (entries, callOptions) => {
        change(callOptions)
        const files = new Set(entries.map(({ page }) => page.file))
        pages = [...pages.filter(({ page }) => !files.has(page.file)), ...structuredClone(entries)]
      },
      remove: async (files, callOptions) => {
        change(callOptions)
        pages = pages.filter(({ page }) => !files.includes(page.file))
      },
      commit: async (name, callOptions) => {
        change(callOptions)
        ended = true
        this.committed.set(project, { name, pages })
      },
      abort: async () => {
        ended = true
      },
    }
  }

  async search(
    project: ProjectId,
    query: RetrievalQuery,
    options: CallOptions = {},
  ): Promise<RetrievedPassage[]> {
    options.signal?.throwIfAborted()
    const candidates = (this.committed.get(project)?.pages ?? []).flatMap(({ page, passages }) =>
      passages.filter((passage) => matches(page, passage, query.filter ?? {})),
    )
    const exact = ranked(candidates, query, (word, wanted) => word === wanted)
    const found = exact.length > 0 ? exact : ranked(candidates, query, isNear)
    return structuredClone(firstOfEachPage(found, query))
  }

  async page(
    project: ProjectId,
    path: string,
    options: CallOptions & { trustedGroups?: readonly string[] } = {},
  ): Promise<Page | undefined> {
    options.signal?.throwIfAborted()
    const found = this.committed
      .get(project)
      ?.pages.find(({ page }) => page.path === path && isOpenTo(page, options.trustedGroups))
    return structuredClone(found?.page)
  }

  async manifest(project: ProjectId, options: CallOptions = {}): Promise<IndexManifest> {
    options.signal?.throwIfAborted()
    const revision = this.committed.get(project)
    const pages = revision?.pages ?? []
    return {
      revision: revision?.name,
      hashes: new Map(pages.map(({ page, hash }) => [page.file, hash])),
      pages: pages.length,
      passages: pages.reduce((sum, { passages }) => sum + passages.length, 0),
    }
  }

  async drop(project: ProjectId, options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    this.committed.delete(project)
  }
}

function matches(page: Page, passage: Passage, filter: RetrievalFilter): boolean {
  if (!isOpenTo(page, filter.trustedGroups)) return false
  if (filter.groups !== undefined && filter.groups.length > 0 && !shares(page.groups, filter.groups))
    return false
  if (filter.version !== undefined && filter.version !== passage.version) return false
  if (filter.language !== undefined && filter.language !== passage.language) return false
  return filter.tag === undefined || passage.tags.includes(filter.tag)
}

function isOpenTo(page: Page, trustedGroups: readonly string[] = []): boolean {
  return page.groups.length === 0 || shares(page.groups, trustedGroups)
}

function shares(groups: readonly string[], others: readonly string[]): boolean {
  return groups.some((group) => group !== UNREADABLE_GROUP && others.includes(group))
}

function ranked(
  passages: readonly Passage[],
  query: RetrievalQuery,
  same: (word: string, wanted: string) => boolean,
): RetrievedPassage[] {
  const wanted = [...new Set(wordsOf(query.text))]
  const share = (words: readonly string[]) =>
    wanted.filter((each) => words.some((word) => same(word, each))).length / wanted.length
  return passages
    .map((passage) => {
      const title = share(wordsOf(passage.title))
      const headings = share(wordsOf(`${passage.headings.join(' ')} ${passage.pagePath}`))
      const body = share(wordsOf(passage.content))
      const found = 0.4 * title + 0.3 * headings + 0.3 * body
      return { passage, score: Math.min(1, found * (passage.pagePath === query.currentPath ? 1.1 : 1)) }
    })
    .filter(({ score }) => score > 0)
    .sort((first, second) => second.score - first.score)
}

function firstOfEachPage(found: readonly RetrievedPassage[], query: RetrievalQuery): RetrievedPassage[] {
  const taken = new Map<string, number>()
  return found
    .filter(({ passage }) => {
      const count = (taken.get(passage.pagePath) ?? 0) + 1
      taken.set(passage.pagePath, count)
      return count <= (query.perPage ?? DEFAULT_PER_PAGE)
    })
    .slice(0, query.limit)
}

/** Words and identifiers, whole (without joints) and in parts, without the endings that English adds. */
function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? []).flatMap((word) => {
    const parts = word.split(/[._-]|(?<=\p{Ll})(?=\p{Lu})/u)
    return [...parts, ...(parts.length > 1 ? [parts.join('')] : [])].map(stem)
  })
}

function stem(word: string): string {
  return word.toLowerCase().replace(/(?:ing|ed|es|s)$/, '')
}

/** One letter more, less or other. */
function isNear(word: string, wanted: string): boolean {
  if (wanted.length < 4 || Math.abs(word.length - wanted.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === wanted[start]) start++
  const rest = (text: string, skip: number) => text.slice(start + skip)
  return (
    rest(word, 1) === rest(wanted, 1) ||
    rest(word, 0) === rest(wanted, 1) ||
    rest(word, 1) === rest(wanted, 0)
  )
}
