import { isObject } from '../../basics/records.ts'
import { readFrontmatter } from '../../formats/page/frontmatter.ts'
import { said } from '../../formats/page/said.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { anyGlob } from '../../patterns/glob.ts'

/** Frontmatter that a section hands down: https://gohugo.io/content-management/front-matter/#cascade. */
interface Cascade {
  /** Section that it is for, below the folder of the content; '' for all of it. */
  section: string
  language: string | undefined
  values: Readonly<Record<string, unknown>>
  fits(page: CascadedPage): boolean
}

/** A page as targets of a cascade name it. */
export interface CascadedPage {
  /** Below the folder of its content, without extension and language. */
  inside: string
  language: string | undefined
}

const SECTION = /(?:^|\/)_index(?:\.[\w-]+)?\.\w+$/

/**
 * What the site and its sections hand down to a page; the nearest section counts.
 *
 * @param cascade of the configuration
 * @param placeOf a section's own place
 */
export function cascadedValues(
  texts: ReadonlyMap<string, string>,
  cascade: unknown,
  placeOf: (file: string) => CascadedPage | undefined,
): (page: CascadedPage) => Record<string, unknown> {
  const all = cascadesOf(cascade, '', undefined)
  for (const [file, text] of texts) {
    if (!SECTION.test(file) || !/cascade/i.test(text)) continue
    const place = placeOf(file)
    if (place === undefined) continue
    const section = place.inside.replace(/(?:^|\/)_index$/, '')
    const { data, closesPage } = readFrontmatter(text)
    // What it hands down is unknown, and may be that nobody sees it.
    const given = closesPage === true ? { published: false } : said(data, 'cascade')
    all.push(...cascadesOf(given, section, place.language))
  }
  all.sort((one, other) => one.section.length - other.section.length)
  return (page) => {
    const around = all.filter(
      ({ section, language, fits }) =>
        (section === '' || page.inside.startsWith(`${section}/`)) &&
        (language === undefined || language === page.language) &&
        fits(page),
    )
    return Object.assign({}, ...around.map(({ values }) => values))
  }
}

function cascadesOf(given: unknown, section: string, language: string | undefined): Cascade[] {
  // The first that fits a page counts, and the last that is laid over the others.
  return [given]
    .flat()
    .toReversed()
    .flatMap((each): Cascade[] => {
      if (!isObject(each)) return []
      const { target, _target, ...values } = each
      return [{ section, language, values, fits: targetTest(target ?? _target) }]
    })
}

function targetTest(target: unknown): (page: CascadedPage) => boolean {
  const targets = [target].flat().filter(isObject)
  if (targets.length === 0) return () => true
  return (page) => targets.some((each) => fitsTarget(each, page))
}

function fitsTarget(target: Record<string, unknown>, { inside, language }: CascadedPage): boolean {
  const fits = (key: string, value: string) => {
    const glob = said(target, key)
    return typeof glob !== 'string' || anyGlob([glob.toLowerCase()])(value.toLowerCase())
  }
  const isSection = /(?:^|\/)_index$/.test(inside)
  const path = `/${withoutPageExtension(inside).replace(/(?:^|\/)_?index$/, '')}`
  const kind = isSection ? (path === '/' ? 'home' : 'section') : 'page'
  return (
    fits('path', path) &&
    fits('lang', language ?? '') &&
    fits('kind', kind) &&
    fits('environment', 'production')
  )
}
