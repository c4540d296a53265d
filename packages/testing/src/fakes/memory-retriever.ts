import {
  addPageNames,
  defined,
  factNumber,
  isFact,
  isInLanguageRange,
  nearestName,
  type Page,
  type Passage,
  type Redirect,
  redirectedPaths,
  shortTitleOf,
  UNREADABLE_GROUP,
} from '@docent/content'
import {
  type BeginOptions,
  type CallOptions,
  DocentError,
  type IndexEmbedding,
  type IndexedName,
  type IndexManifest,
  type PageOptions,
  type PageSummary,
  type PassageVector,
  type ProjectId,
  type RetrievalFilter,
  type RetrievalQuery,
  type RetrievedPassage,
  type Retriever,
  type RevisionWriter,
} from '@docent/core/plugin'
import type { IndexedPage } from '../material/retriever-pages.ts'

interface Revision {
  name: string
  /** In the order they were written. */
  pages: readonly StoredPage[]
  redirects: readonly Redirect[]
  embedding?: IndexEmbedding | undefined
}

interface StoredPage extends IndexedPage {
  vectors?: readonly PassageVector[]
}

interface Candidate {
  passage: Passage
  vector?: PassageVector | undefined
}

const DEFAULT_PER_PAGE = 2

/** Retrieval by shared words, in memory: small enough to be right at sight. Not fast, and forgetful. */
export class MemoryRetriever implements Retriever {
  protected readonly committed: Map<ProjectId, Revision>
  readonly holds = async (project: ProjectId): Promise<boolean> => this.committed.has(project)

  /** @param other one that has the same data, as another process has it */
  constructor(other?: MemoryRetriever) {
    this.committed = other?.committed ?? new Map()
  }

  async begin(project: ProjectId, { embedding, signal }: BeginOptions = {}): Promise<RevisionWriter> {
    signal?.throwIfAborted()
    const base = this.committed.get(project)
    const isSame = base?.embedding?.model === embedding?.model
    let pages: readonly StoredPage[] = isSame ? (base?.pages ?? []) : []
    let redirects = base?.redirects ?? []
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
      redirects: async (all, callOptions) => {
        change(callOptions)
        redirects = structuredClone(all)
      },
      commit: async (name, callOptions) => {
        change(callOptions)
        ended = true
        this.committed.set(project, { name, pages, redirects, embedding })
      },
      vectors: async (keys) =>
        new Map(
          (isSame ? (base?.pages ?? []) : [])
            .flatMap(({ vectors = [] }) => vectors)
            .filter(({ key }) => keys.includes(key))
            .map(({ key, values }) => [key, values]),
        ),
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
    const revision = this.committed.get(project)
    const candidates = (revision?.pages ?? []).flatMap(({ page, passages, vectors }) =>
      passages
        .map((passage, at): Candidate => ({ passage, vector: vectors?.[at] }))
        .filter(({ passage }) => matches(page, passage, query.filter ?? {})),
    )
    const model = revision?.embedding?.model
    const wanted = model === undefined ? undefined : await query.embed?.(query.text, model, options)
    options.signal?.throwIfAborted()
    const found = firstOfEachPage(ranked(candidates, query, wanted), query)
    return structuredClone(found)
  }

  async page(project: ProjectId, path: string, options: PageOptions = {}): Promise<Page | undefined> {
    options.signal?.throwIfAborted()
    const { pages = [], redirects = [] } = this.committed.get(project) ?? {}
    const at = [path, ...redirectedPaths(path, redirects)].find((each) =>
      pages.some(({ page }) => page.path === each),
    )
    const { trustedGroups, withHidden } = options
    const found = pages.find(({ page }) => page.path === at && isOpenTo(page, trustedGroups, withHidden))
    return structuredClone(found?.page)
  }

  async pages(
    project: ProjectId,
    options: CallOptions & { trustedGroups?: readonly string[] } = {},
  ): Promise<PageSummary[]> {
    options.signal?.throwIfAborted()
    const { pages = [] } = this.committed.get(project) ?? {}
    return pages
      .filter(({ page }) => isOpenTo(page, options.trustedGroups))
      .map(({ page: { path, file, title, description, language, version, isCurrent, frontmatter } }) => ({
        ...{ path, file, title },
        ...defined({ description, language, version, isCurrent, shortTitle: shortTitleOf(frontmatter) }),
      }))
  }

  async names(
    project: ProjectId,
    names: readonly string[],
    options: CallOptions & { trustedGroups?: readonly string[] } = {},
  ): Promise<ReadonlyMap<string, IndexedName>> {
    options.signal?.throwIfAborted()
    const [known, facts] = [new Set<string>(), new Set<number>()]
    for (const { page } of this.committed.get(project)?.pages ?? [])
      if (isOpenTo(page, options.trustedGroups)) Array.from(addPageNames(page, known, facts))
    const spelled = [...known]
    return new Map(
      names.map((name) => {
        const isKnown = isFact(name) ? facts.has(factNumber(name)) : known.has(name)
        return [name, { isKnown, ...defined({ nearest: isKnown ? undefined : nearestName(name, spelled) }) }]
      }),
    )
  }

  async manifest(project: ProjectId, options: CallOptions = {}): Promise<IndexManifest> {
    options.signal?.throwIfAborted()
    const revision = this.committed.get(project)
    const pages = revision?.pages ?? []
    return {
      ...defined({ embedding: revision?.embedding }),
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
  const { language = filter.language, version = filter.version } = page
  if (filter.version !== undefined && filter.version !== version) return false
  if (filter.language !== undefined && !isInLanguageRange(language, filter.language)) return false
  if (filter.current && page.isCurrent === false) return false
  return filter.tag === undefined || passage.tags.includes(filter.tag)
}

function isOpenTo(page: Page, trustedGroups: readonly string[] = [], withHidden = false): boolean {
  return (withHidden || !page.hidden) && (page.groups.length === 0 || shares(page.groups, trustedGroups))
}

function shares(groups: readonly string[], others: readonly string[]): boolean {
  return groups.some((group) => group !== UNREADABLE_GROUP && others.includes(group))
}

function ranked(
  candidates: readonly Candidate[],
  query: RetrievalQuery,
  vector: readonly number[] | undefined,
): RetrievedPassage[] {
  const texts = candidates.map(({ passage: { title, headings, pagePath, content } }) => ({
    title: wordsOf(title),
    headings: wordsOf(`${headings.join(' ')} ${pagePath}`),
    body: wordsOf(content),
  }))
  const known = new Set(texts.flatMap(({ title, headings, body }) => [...title, ...headings, ...body]))
  const wordings = [...wordingsOf(query)].map((text) => [...new Set(wordsOf(text))])
  const same = (word: string, wanted: string) =>
    word === wanted || (!known.has(wanted) && isNear(word, wanted))
  const share = (words: readonly string[], wanted: readonly string[]) =>
    wanted.filter((each) => words.some((word) => same(word, each))).length / wanted.length
  return candidates
    .map(({ passage, vector: own }, at) => {
      const { title, headings, body } = texts[at] ?? { title: [], headings: [], body: [] }
      const found = Math.max(
        vector === undefined || own === undefined ? 0 : 0.5 * similarity(vector, own.values),
        ...wordings.map(
          (wanted) => 0.4 * share(title, wanted) + 0.3 * share(headings, wanted) + 0.3 * share(body, wanted),
        ),
      )
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

function similarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const product = (left: ArrayLike<number>, right: ArrayLike<number>) =>
    Array.from(left).reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0)
  return Math.max(0, product(one, other) / Math.sqrt(product(one, one) * product(other, other)))
}

/** The query, and the query with a wording replaced by each that means the same. */
function* wordingsOf({ text, synonyms = [] }: RetrievalQuery): Generator<string> {
  yield text
  const lower = text.toLowerCase()
  for (const set of synonyms) {
    const wording = set.find((each) => ` ${lower} `.includes(` ${each.toLowerCase()} `))
    for (const other of wording === undefined ? [] : set)
      yield lower.replace(wording?.toLowerCase() ?? '', other)
  }
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** Words and identifiers, whole (without joints) and in parts, without common endings; pairs of letters without spaces. */
function wordsOf(text: string): string[] {
  const spaced = text.replace(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+/gu, ' $& ')
  return (spaced.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? []).flatMap((word) => {
    if (UNSPACED.test(word))
      return [...word].map((letter, at, all) => letter + (all[at + 1] ?? '')).slice(0, -1)
    const parts = word.split(/[._-]|(?<=\p{Ll})(?=\p{Lu})/u)
    return [...parts, ...(parts.length > 1 ? [parts.join('')] : [])].map(stem)
  })
}

function stem(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/(?:ing|ed|es|en|e|s)$/, '')
}

/** One letter more, less or other, or two that changed places. */
function isNear(word: string, wanted: string): boolean {
  if (wanted.length < 4 || Math.abs(word.length - wanted.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === wanted[start]) start++
  const rest = (text: string, skip: number) => text.slice(start + skip)
  const exchanged = word[start] === wanted[start + 1] && word[start + 1] === wanted[start]
  return (
    (exchanged && rest(word, 2) === rest(wanted, 2)) ||
    rest(word, 1) === rest(wanted, 1) ||
    rest(word, 0) === rest(wanted, 1) ||
    rest(word, 1) === rest(wanted, 0)
  )
}
