import { objectOf, textsOf } from '../../basics/records.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { anyGlob } from '../../patterns/glob.ts'
import { foldersOf } from '../../patterns/ignore-file.ts'
import { collectionOf, isPost } from './permalinks.ts'

const CONFIG = /(?:^|\/)_config\.ya?ml$/
/** https://jekyllrb.com/docs/configuration/options: taken out of every site. */
const USUAL = ['node_modules', 'vendor/bundle', 'vendor/cache', 'vendor/gems', 'vendor/ruby', '.jekyll-cache']
/** Titles that the theme Just the Docs gives to callouts: https://just-the-docs.com/docs/ui-components/callouts. */
const CALLOUT_SITE = /just-the-docs/

export interface JekyllConfig {
  /** Folder of the site. */
  root: string
  settings: Readonly<Record<string, unknown>>
  /** @param inside path below the folder of the site */
  isBuilt(inside: string): boolean
  /** What the configuration says in the frontmatter of a page. */
  defaultsOf(inside: string): Record<string, unknown>
  /** False where GitHub Pages builds the site, which reads files without frontmatter as pages. */
  needsFrontmatter: boolean
  /** False for another reader of Markdown. */
  isKramdown: boolean
  /** Classes of callouts with their titles. */
  callouts: ReadonlyMap<string, string | undefined>
}

export function readJekyllConfig(source: LayoutSource): JekyllConfig | undefined {
  const file = shallowest(source.files, CONFIG)
  if (file === undefined) return undefined
  const settings = yamlRecord(source.texts.get(file))
  const folder = typeof settings.source === 'string' ? trimmed(settings.source) : ''
  return {
    root: joinPath(folderOf(file), folder === '.' ? '' : folder),
    settings,
    isBuilt: builtFiles(settings),
    defaultsOf: (inside) => scopedValues(settings, inside),
    needsFrontmatter: needsFrontmatter(source.texts.get(joinPath(folderOf(file), 'Gemfile')), settings),
    isKramdown: settings.markdown === undefined || settings.markdown === 'kramdown',
    callouts: calloutsOf(settings),
  }
}

/** https://github.com/benbalter/jekyll-optional-front-matter, which every site on GitHub Pages has. */
function needsFrontmatter(gems: string | undefined, settings: Readonly<Record<string, unknown>>): boolean {
  const plugins = [...textsOf(settings.plugins), ...textsOf(settings.gems)]
  const named = gems?.replace(/^[ \t]*#.*$/gm, '')
  return named !== undefined && !/github-pages|optional-front-matter/.test(`${named} ${plugins.join(' ')}`)
}

function calloutsOf({ callouts, theme, remote_theme: remote }: Readonly<Record<string, unknown>>) {
  const named = Object.entries(objectOf(callouts)).map(([name, value]): [string, string | undefined] => {
    const { title } = objectOf(value)
    return [name, typeof title === 'string' ? title : undefined]
  })
  const isThemed = callouts !== undefined || CALLOUT_SITE.test(`${String(theme)} ${String(remote)}`)
  return new Map(isThemed ? named : [])
}

function builtFiles(config: Readonly<Record<string, unknown>>): (inside: string) => boolean {
  const rules = { crossesFolders: true }
  const excluded = [...USUAL, ...textsOf(config.exclude)].map((path) => path.replace(/^\.?\/+/, ''))
  const isExcluded = anyGlob(excluded.map(trimmed), rules)
  const isIncluded = anyGlob(textsOf(config.include).map(trimmed), rules)
  const shown = Object.entries(objectOf(config.collections)).flatMap(([name, settings]) =>
    objectOf(settings).output === true ? [`_${name}`] : [],
  )
  const collections = new Set(shown)
  return (inside) => {
    const around = [...foldersOf(inside), inside]
    if (around.some(isIncluded)) return true
    // A pattern also fits what begins with it.
    if (around.some(isExcluded) || excluded.some((path) => path !== '' && inside.startsWith(path)))
      return false
    if (collectionOf(inside, config) === 'posts' && !isPost(inside)) return false
    return inside
      .split('/')
      .every((name) => name === '_posts' || collections.has(name) || !/^[_.#]|~$/.test(name))
  }
}

/** https://jekyllrb.com/docs/configuration/front-matter-defaults: the longest path counts, and then a type. */
function scopedValues(config: Readonly<Record<string, unknown>>, inside: string): Record<string, unknown> {
  const type = collectionOf(inside, config) || 'pages'
  const scopes = [config.defaults].flat().map(objectOf)
  const fitting = scopes.flatMap(({ scope, values }) => {
    const { path: written, type: own } = objectOf(scope)
    const path = trimmed(String(written ?? ''))
    const isWithin = path === '' || [...foldersOf(inside), inside].some(anyGlob([path]))
    if (!isWithin || (typeof own === 'string' && own !== type)) return []
    return [{ path, hasType: own !== undefined, values: objectOf(values) }]
  })
  fitting.sort(
    (one, other) => one.path.length - other.path.length || Number(one.hasType) - Number(other.hasType),
  )
  return Object.assign({}, ...fitting.map(({ values }) => values))
}

function trimmed(path: string): string {
  return path.replace(/^\.?\/+|(?<!\/)\/+$/g, '')
}
