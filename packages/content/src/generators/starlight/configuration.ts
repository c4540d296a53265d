import type { Redirect } from '../../layout/navigation.ts'
import { type LocatedValue, textAt, valueAt, valuesUnder } from '../../located/located-value.ts'
import { readScript, type Texts } from '../../located/read-script.ts'
import { isRecord, type Literal, toLiteral } from '../../located/to-literal.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import { withoutBase } from '../../paths/resolve-link.ts'

/** A language of the site: its folder, `undefined` for the one whose pages have none, and its tag. */
export interface Locale {
  folder: string | undefined
  tag: string
}

/** What `astro.config` says, as far as it is literal. */
export interface StarlightSettings {
  base: string
  /** The first is the default language; absent where the configuration names none. */
  locales: readonly Locale[] | undefined
  /** Undefined for what only a build knows; `none` where the site makes its sidebar from its folders. */
  sidebar: Literal | 'none'
  redirects: Redirect[]
}

export function readSettings(file: string, texts: Texts): StarlightSettings {
  const config = readScript(file, texts.get(file) ?? '', texts)
  const [sidebar] = valuesUnder(config, 'sidebar')
  const base = textAt(config, 'base') ?? ''
  return {
    base,
    locales: readLocales(config),
    sidebar: sidebar === undefined ? 'none' : itemsOf(sidebar),
    redirects: readRedirects(valueAt(config, 'redirects'), base),
  }
}

/** A function that makes an item is known by what it is given: `group('start', { items: […] })` has these items. */
function itemsOf(node: LocatedValue, depth = 0): Literal {
  if (depth > 40) return undefined
  if (node.kind === 'list') return node.items.map(({ value }) => itemsOf(value, depth + 1))
  if (node.kind === 'code') {
    const given = node.given?.find((each) => each.kind === 'list' || valueAt(each, 'items') !== undefined)
    return given && itemsOf(given, depth + 1)
  }
  const item = toLiteral(node)
  const items = valueAt(node, 'items')
  return isRecord(item) && items !== undefined ? { ...item, items: itemsOf(items, depth + 1) } : item
}

/** https://starlight.astro.build/guides/i18n/#configure-i18n */
function readLocales(config: LocatedValue | undefined): Locale[] | undefined {
  const [written] = valuesUnder(config, 'locales')
  const locales = toLiteral(written)
  if (!isRecord(locales)) return undefined
  const initial = toLiteral(valuesUnder(config, 'defaultLocale')[0])
  const first = typeof initial === 'string' ? initial : 'root'
  const all = Object.entries(locales).map(([key, said]): [string, Locale] => {
    const tag = isRecord(said) && typeof said.lang === 'string' ? said.lang : key
    return [key, { folder: key === 'root' ? undefined : key, tag }]
  })
  return [...all.filter(([key]) => key === first), ...all.filter(([key]) => key !== first)].map(
    ([, locale]) => locale,
  )
}

/** https://docs.astro.build/en/reference/configuration-reference/#redirects */
function readRedirects(written: LocatedValue | undefined, base: string): Redirect[] {
  const redirects = toLiteral(written)
  if (!isRecord(redirects)) return []
  return Object.entries(redirects).flatMap(([source, target]): Redirect[] => {
    const destination = isRecord(target) ? target.destination : target
    if (typeof destination !== 'string') return []
    const to = destination.startsWith('/') ? normalizePagePath(withoutBase(destination, base)) : destination
    return [{ source: patternOf(normalizePagePath(source)), destination: patternOf(to) }]
  })
}

/** `/old/[...rest]` as `/old/:rest*`, `/old/[page]` as `/old/:page`. */
function patternOf(route: string): string {
  return route.replace(/\[(\.{3})?([\w-]+)\]/g, (_, rest: string | undefined, name: string) =>
    rest === undefined ? `:${name}` : `:${name}*`,
  )
}
