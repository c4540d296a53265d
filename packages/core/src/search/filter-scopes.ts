import { isInLanguageRange } from '@docent/content'
import { inject, Lifecycle, scoped } from 'tsyringe'
import type { ProjectId } from '../domain/ids.ts'
import { LruCache } from '../domain/lru-cache.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { type RetrievalFilter, type RetrievedPassage, Retriever } from '../ports/retriever.ts'
import { placeOf, SiteVariants, type VariantPage } from './site-variants.ts'

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

type Known = Omit<VariantPage, 'isCurrent'>

/**
 * Reads a language and a version as clients mean them: a page that names none belongs to all of them, and a value that
 * no page has is no filter.
 */
@scoped(Lifecycle.ContainerScoped)
export class FilterScopes {
  readonly #sites = new LruCache<{ state: string; site: Promise<SiteVariants> }>(MOST_LISTS)

  constructor(@inject(Retriever) private readonly retriever: Retriever) {}

  async open(
    project: Project,
    filter: RetrievalFilter = {},
    options: CallOptions = {},
  ): Promise<FilterScope> {
    const isAsked = SOFT.some((name) => filter[name] !== undefined)
    return scopeOf(filter, isAsked ? await this.variants(project, filter, options) : NO_VARIANTS)
  }

  /** Versions and languages of the pages that the groups may see; none of a retriever that cannot list its pages. */
  async variants(
    project: Project,
    { trustedGroups = [] }: RetrievalFilter,
    options: CallOptions = {},
  ): Promise<SiteVariants> {
    const { retriever } = this
    if (retriever.pages === undefined) return NO_VARIANTS
    const edition = await retriever.edition?.(project.id, options)
    const state = String(edition ?? (await this.#revision(project.id, options)))
    const key = JSON.stringify([project.id, [...trustedGroups].sort()])
    const kept = this.#sites.get(key)
    if (kept !== undefined && kept.state === state) return kept.site
    // Nobody's leaving ends what others wait for too.
    const site = retriever.pages(project.id, { trustedGroups }).then((pages) => new SiteVariants(pages))
    this.#sites.set(key, { state, site })
    // A failure is not remembered.
    site.catch(() => this.#sites.delete(key))
    return site
  }

  async #revision(project: ProjectId, options: CallOptions): Promise<string | undefined> {
    const { retriever } = this
    return (await (retriever.state?.(project, options) ?? retriever.manifest(project, options))).revision
  }
}

const NO_VARIANTS = new SiteVariants([], false)

/** What a filter comes to on a site that is known. */
export function scopeOf(filter: RetrievalFilter, { pages, isKnown }: SiteVariants): FilterScope {
  const asked = SOFT.filter((name) => filter[name] !== undefined)
  const ignored = isKnown ? asked.filter((name) => !pages.some((page) => has(page, name, filter))) : []
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
    order: (found) => ordered(found, names, used, pages),
    narrow: (listed) => narrowed(listed, names, used),
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
