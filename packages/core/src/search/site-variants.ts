import { defined } from '@docent/content'
import { languageName } from '../domain/language-name.ts'
import type { PageSummary } from '../ports/retriever.ts'

/** What is known of a page that names a version or a language. */
export type VariantPage = Pick<PageSummary, 'path' | 'language' | 'version' | 'isCurrent'>

/** Where the same page stands in another version or language. */
export interface OtherPlace {
  path: string
  version?: string
  language?: string
}

export interface SiteVersion {
  name: string
  /** As readers see it. */
  label: string
  /** The one that answers come from when nobody names another. */
  isCurrent: boolean
}

export interface SiteLanguage {
  name: string
  /** In the language itself. */
  label: string
}

/** How generators call a version in addresses that its name doesn't say. */
const USUAL_NAMES: ReadonlySet<string> = new Set(['latest', 'stable', 'current', 'next'])
const CURRENT = /^(?:latest|stable)$/i
/** A number that is one of a version: `v2`, `version 3`, and `2.1`, but not the 2 of "in 2 steps". */
const ASKED =
  /(?<![\p{L}\p{N}.])(?:v(?:ersion)?[ .]?(\d+(?:\.\d+)*)|(\d+(?:\.\d+)+))(?:\.x)?(?![\p{L}\p{N}]|\.\d)/giu
const MOST_OTHERS = 10
const byNumbers = new Intl.Collator('en', { numeric: true })

/** The versions and languages of a site, as far as a caller may see its pages. */
export class SiteVariants {
  /** The current one first, then the newest. */
  readonly versions: readonly SiteVersion[]
  /** What a reader can choose between; none where there is one. */
  readonly languages: readonly SiteLanguage[]
  readonly #byPath: ReadonlyMap<string, VariantPage>
  readonly #byPlace: ReadonlyMap<string, readonly VariantPage[]>

  /** The pages of a site of which some name a version or a language. */
  readonly pages: readonly VariantPage[]

  /** @param isKnown false where the pages of the site cannot be listed */
  constructor(
    all: readonly VariantPage[],
    readonly isKnown = true,
  ) {
    const pages = all.some(isVariant) ? all : []
    this.pages = pages
    this.#byPath = new Map(pages.map((page) => [page.path, page]))
    this.#byPlace = Map.groupBy(pages, placeOf)
    this.versions = versionsOf(pages)
    const languages = new Set(pages.map(({ language }) => language))
    this.languages =
      languages.size < 2
        ? []
        : [...languages]
            .flatMap((name) => (name === undefined ? [] : [{ name, label: languageName(name) }]))
            .sort(byName)
  }

  page(path: string): VariantPage | undefined {
    return this.#byPath.get(path)
  }

  /** The same page in other versions and languages, its own language first. */
  others(path: string, most = MOST_OTHERS): OtherPlace[] {
    const page = this.page(path)
    // A page that names neither belongs to all, and is no other one of any.
    if (page === undefined || !isVariant(page)) return []
    const others = (this.#byPlace.get(placeOf(page)) ?? []).filter(
      (other) => other.path !== path && isVariant(other),
    )
    const isOwn = (other: VariantPage) => Number(other.language === page.language)
    return others
      .sort((one, other) => isOwn(other) - isOwn(one) || compareVersions(one, other))
      .slice(0, most)
      .map(({ path, version, language }) => ({ path, ...defined({ version, language }) }))
  }

  /** The versions of this site that a text names; of `v2` the newest one that is a 2. */
  namedIn(text: string): Set<string> {
    const numbers = ({ name }: SiteVersion) => name.replace(/^v/i, '').replace(/\.x$/i, '')
    const named = [...text.matchAll(ASKED)].map(([, one, other]) => {
      const asked = one ?? other ?? ''
      return (
        this.versions.find((version) => numbers(version) === asked) ??
        newestOf(this.versions.filter((version) => numbers(version).startsWith(`${asked}.`))) ??
        newestOf(this.versions.filter((version) => asked.startsWith(`${numbers(version)}.`)))
      )
    })
    return new Set(named.flatMap((version) => version?.name ?? []))
  }
}

function isVariant({ version, language }: VariantPage): boolean {
  return version !== undefined || language !== undefined
}

function newestOf(versions: readonly SiteVersion[]): SiteVersion | undefined {
  return [...versions].sort((one, other) => byNumbers.compare(other.name, one.name))[0]
}

function versionsOf(pages: readonly VariantPage[]): SiteVersion[] {
  const versioned = pages.filter(({ version }) => version !== undefined)
  const newest = [...versioned].sort(compareVersions)[0]?.version
  const isSaid = versioned.some(({ isCurrent }) => isCurrent === true)
  return [...Map.groupBy(versioned, ({ version = '' }) => version)]
    .map(([name, its]) => {
      const isCurrent = isSaid ? its.some((page) => page.isCurrent === true) : name === newest
      // Docusaurus calls the version in work so.
      return { name, label: name === 'current' && !isCurrent ? 'next' : name, isCurrent }
    })
    .sort(
      (one, other) =>
        Number(other.isCurrent) - Number(one.isCurrent) || byNumbers.compare(other.name, one.name),
    )
}

/**
 * Sorts the current version first: the one that the site says is, or whose addresses name none, or that is called latest
 * or stable, else the newest.
 */
export function compareVersions(one: VariantPage, other: VariantPage): number {
  return (
    Number(isCurrent(other)) - Number(isCurrent(one)) ||
    byNumbers.compare(other.version ?? '', one.version ?? '')
  )
}

function isCurrent(page: VariantPage): boolean {
  if (page.isCurrent !== undefined) return page.isCurrent
  return CURRENT.test(page.version ?? '') || placeOf(page) === segmentsOf(page).join('/')
}

/** Where a page stands whatever its language and version: `/fr/guides/start` and `/guides/start` are one place. */
export function placeOf(page: VariantPage): string {
  const { version, language } = page
  const named = new Set([version, language].map((name) => name?.toLowerCase()))
  const segments = segmentsOf(page).map((segment) => segment.toLowerCase())
  // `/latest/guides` is of version 3 where nothing else of its address says so; `next` may also be a page.
  const mayBeUsual = version !== undefined && !segments.includes(version.toLowerCase())
  return segmentsOf(page)
    .filter((_, at) => {
      const segment = segments[at] ?? ''
      const isPage = at > 0 && at === segments.length - 1
      return !named.has(segment) && !(mayBeUsual && !isPage && USUAL_NAMES.has(segment))
    })
    .join('/')
}

function segmentsOf({ path }: VariantPage): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function byName(one: SiteLanguage, other: SiteLanguage): number {
  return one.name < other.name ? -1 : 1
}
