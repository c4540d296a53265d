import { isInLanguageRange } from '@docent/content'
import { inject, Lifecycle, scoped } from 'tsyringe'
import type { ProjectId } from '../domain/ids.ts'
import { LruCache } from '../domain/lru-cache.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import {
  type PageSummary,
  type RetrievalFilter,
  type RetrievedPassage,
  Retriever,
} from '../ports/retriever.ts'

/** Lists of pages that are kept, one for the groups of a caller. */
const MOST_LISTS = 50

/** Filters that clients send whether the site has such pages or not. */
export type SoftFilter = 'language' | 'version'
const SOFT: readonly SoftFilter[] = ['language', 'version']

/** What a filter comes to on one site. */
export interface FilterScope {
  /** Without what no page has. */
  readonly filter: RetrievalFilter
  /** What was left out, because no page that the caller may see has it. */
  readonly ignored: readonly SoftFilter[]
  /** Pages with the values first; pages without one go when their counterpart has it. Keeps the order otherwise. */
  order(found: readonly RetrievedPassage[]): RetrievedPassage[]
  /** The pages that a search by this filter may find. Keeps the order. */
  narrow<Listed extends Known>(pages: readonly Listed[]): Listed[]
}

type Known = Pick<PageSummary, 'path' | 'language' | 'version'>

/**
 * Reads a language and a version as clients mean them: a page that names none belongs to all of them, and a value that
 * no page has is no filter.
 */
@scoped(Lifecycle.ContainerScoped)
export class FilterScopes {
  readonly #lists = new LruCache<{ state: string; pages: Promise<readonly Known[]> }>(MOST_LISTS)

  constructor(@inject(Retriever) private readonly retriever: Retriever) {}

  async open(
    project: Project,
    filter: RetrievalFilter = {},
    options: CallOptions = {},
  ): Promise<FilterScope> {
    const asked = SOFT.filter((name) => filter[name] !== undefined)
    const pages = asked.length === 0 ? undefined : await this.#pages(project.id, filter, options)
    const ignored =
      pages === undefined ? [] : asked.filter((name) => !pages.some((page) => has(page, name, filter)))
    const { language, version, ...rest } = filter
    const used: RetrievalFilter = {
      ...rest,
      ...(language === undefined || ignored.includes('language') ? {} : { language }),
      ...(version === undefined || ignored.includes('version') ? {} : { version }),
    }
    const names = asked.filter((name) => !ignored.includes(name))
    return {
      filter: used,
      ignored,
      order: (found) => ordered(found, names, used, pages ?? []),
      narrow: (listed) => narrowed(listed, names, used),
    }
  }

  /** Undefined of a retriever that cannot list its pages: then nothing is known to be missing. */
  async #pages(
    project: ProjectId,
    { trustedGroups = [] }: RetrievalFilter,
    options: CallOptions,
  ): Promise<readonly Known[] | undefined> {
    const { retriever } = this
    if (retriever.pages === undefined) return undefined
    const { revision } = await (retriever.state?.(project, options) ?? retriever.manifest(project, options))
    const state = `${revision} ${await retriever.edition?.(project, options)}`
    const key = JSON.stringify([project, [...trustedGroups].sort()])
    const kept = this.#lists.get(key)
    if (kept !== undefined && kept.state === state) return kept.pages
    // Nobody's leaving ends what others wait for too.
    const pages = retriever
      .pages(project, { trustedGroups })
      .then((all) => all.filter((page) => page.language !== undefined || page.version !== undefined))
    this.#lists.set(key, { state, pages })
    // A failure is not remembered.
    pages.catch(() => this.#lists.delete(key))
    return pages
  }
}

function has(
  { language, version }: Pick<Known, 'language' | 'version'>,
  name: SoftFilter,
  filter: RetrievalFilter,
): boolean {
  if (name === 'version') return version !== undefined && version === filter.version
  return (
    language !== undefined && filter.language !== undefined && isInLanguageRange(language, filter.language)
  )
}

function ordered(
  found: readonly RetrievedPassage[],
  names: readonly SoftFilter[],
  filter: RetrievalFilter,
  pages: readonly Known[],
): RetrievedPassage[] {
  if (names.length === 0) return [...found]
  const isWhole = (each: Pick<Known, 'language' | 'version'>) =>
    names.every((name) => has(each, name, filter))
  const whole = found.filter(({ passage }) => isWhole(passage))
  const rest = found.filter(({ passage }) => !isWhole(passage))
  if (rest.length === 0) return whole
  const counterparts = new Set(pages.filter(isWhole).map(placeOf))
  return [...whole, ...rest.filter(({ passage: { pagePath: path } }) => !counterparts.has(placeOf({ path })))]
}

function narrowed<Listed extends Known>(
  pages: readonly Listed[],
  names: readonly SoftFilter[],
  filter: RetrievalFilter,
): Listed[] {
  const isWhole = (page: Known) => names.every((name) => has(page, name, filter))
  const counterparts = new Set(pages.filter(isWhole).map(placeOf))
  const isOther = (page: Known) => names.some((name) => page[name] !== undefined && !has(page, name, filter))
  return pages.filter(
    (page) => isWhole(page) || !(isOther(page) || counterparts.has(placeOf({ path: page.path }))),
  )
}

/** Where a page stands whatever its language and version: `/fr/guides/start` and `/guides/start` are one place. */
function placeOf({ path, language, version }: Pick<Known, 'path'> & Partial<Known>): string {
  const named = new Set(
    [language, version].flatMap((value) => (value === undefined ? [] : [value.toLowerCase()])),
  )
  return path
    .split('/')
    .filter((segment) => segment !== '' && !named.has(segment.toLowerCase()))
    .join('/')
}
