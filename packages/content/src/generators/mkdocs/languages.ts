import { isObject, objectOf } from '../../basics/records.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { pluginOf, type Settings } from './configuration.ts'

export interface Language {
  name: string
  isDefault: boolean
  /** What its navigation calls what another one names in its own words. */
  titles: Readonly<Record<string, unknown>>
  /** Its own navigation. */
  nav?: unknown
}

export interface LocalFile {
  /** Path as the navigation names it. */
  inside: string
  language: Language
}

/** What https://ultrabug.github.io/mkdocs-static-i18n builds. */
export interface Languages {
  all: readonly Language[]
  /** Undefined for a file of a language that is not built. */
  find(inside: string): LocalFile | undefined
}

/** The languages of a site; undefined without the plugin. */
export function languagesOf(settings: Settings): Languages | undefined {
  const plugin = pluginOf(settings, 'i18n')
  if (plugin === undefined) return undefined
  const written = Array.isArray(plugin.languages)
    ? plugin.languages.filter(isObject)
    : Object.entries(objectOf(plugin.languages)).map(([locale, said]) => ({ locale, ...objectOf(said) }))
  const known = new Map<string, Language | undefined>()
  for (const { locale, default: isDefault, build, nav, nav_translations: titles } of written as Settings[]) {
    if (typeof locale !== 'string' || locale === 'null') continue
    const language = { name: locale, isDefault: isDefault === true || locale === plugin.default_language }
    known.set(locale, build === false ? undefined : { ...language, titles: objectOf(titles), nav })
  }
  const all = [...known.values()].filter((each) => each !== undefined)
  const usual = all.find(({ isDefault }) => isDefault)
  if (usual === undefined) return undefined
  const find = (inside: string): LocalFile | undefined => {
    const { name, rest } = plugin.docs_structure === 'folder' ? byFolder(inside) : bySuffix(inside)
    if (!known.has(name)) return { inside, language: usual }
    const language = known.get(name)
    return language && { inside: rest, language }
  }
  return { all, find }
}

function byFolder(inside: string): { name: string; rest: string } {
  const at = inside.indexOf('/')
  return { name: inside.slice(0, Math.max(at, 0)), rest: inside.slice(at + 1) }
}

/** `index.de.md`. */
function bySuffix(inside: string): { name: string; rest: string } {
  const path = withoutPageExtension(inside)
  const at = path.lastIndexOf('.')
  return { name: path.slice(at + 1), rest: path.slice(0, at) + inside.slice(path.length) }
}
