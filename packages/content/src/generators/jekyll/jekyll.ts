import { objectOf, textsOf } from '../../basics/records.ts'
import { momentOf } from '../../formats/page/moment.ts'
import { isSet, said } from '../../formats/page/said.ts'
import type { Generator } from '../../layout/generator.ts'
import type { PagePresence } from '../../layout/page-state.ts'
import { plainLayout } from '../../layout/plain.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_ALIASES } from '../../paths/unread-formats.ts'
import { anyGlob } from '../../patterns/glob.ts'
import { foldersOf } from '../../patterns/ignore-file.ts'
import { withLiquidValues } from './liquid-values.ts'
import { arrangeByParents, ORDER_KEYS } from './page-order.ts'
import { jekyllAddress } from './permalinks.ts'

const CONFIG = /(?:^|\/)_config\.ya?ml$/
/** https://jekyllrb.com/docs/configuration/options: taken out of every site. */
const USUAL = ['node_modules', 'vendor/bundle', 'vendor/cache', 'vendor/gems', 'vendor/ruby', '.jekyll-cache']

/**
 * https://jekyllrb.com: a folder of Markdown with `_config.yml`. Pages, posts, and collections have the
 * addresses of their permalinks; what it does not build is left out.
 */
export const jekyll: Generator = {
  name: 'jekyll',
  files: /(?:^|\/)_config\.ya?ml$/,
  settings: [
    {
      file: /(?:^|\/)_config[^/]*\.ya?ml$/i,
      navigation: ['nav', 'navigation', 'header_pages', 'nav_external_links', 'aux_links'],
    },
  ],
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, CONFIG)
  if (file === undefined) return undefined
  const root = folderOf(file)
  const config = yamlRecord(source.texts.get(file))
  const plain = plainLayout(source)
  const indexes = new Set(source.files.filter((each) => /(?:^|\/)index\.\w+$/.test(each)).map(folderOf))
  const pagePath = (path: string, frontmatter: Readonly<Record<string, unknown>> = {}) =>
    jekyllAddress(below(root, path) ?? path, frontmatter, config, (folder) =>
      indexes.has(joinPath(root, folder).replace(/(?<!\/)\/+$/, '')),
    )
  const addressOf = (target: string) => pagePath(joinPath(root, target.replace(/^\/+/, '')))
  const isBuilt = builtFiles(config)
  const buildsFuture = config.future === true
  return {
    ...plain,
    unreadFormats: [...MARKDOWN_ALIASES, '.textile'],
    pagePath,
    isPlacedByPages: true,
    rewrite: (_, text) => withLiquidValues(text, config, addressOf),
    pageMarks: { find: linkTags, addressOf: (_, target) => addressOf(target) },
    isPage: (path) => {
      const inside = below(root, path)
      return inside === undefined || isBuilt(inside)
    },
    arrangement: { keys: ORDER_KEYS, arrange: (pages) => arrangeByParents(pages.values()) },
    defaults: (path) => scopedValues(config, below(root, path) ?? path),
    presence: (path, frontmatter) => presenceOf(path, frontmatter, buildsFuture),
    presenceSettings: JSON.stringify({ buildsFuture }),
  }
}

function* linkTags(text: string) {
  for (const { 0: whole, 1: target = '', index } of text.matchAll(
    /\{%-?\s{0,10}link\s{1,10}([^{}%\s]{1,500})/g,
  )) {
    const end = index + whole.length
    yield { target, start: end - target.length, end }
  }
}

function builtFiles(config: Readonly<Record<string, unknown>>): (inside: string) => boolean {
  const rules = { crossesFolders: true }
  const isExcluded = anyGlob([...USUAL, ...textsOf(config.exclude)].map(trimmed), rules)
  const isIncluded = anyGlob(textsOf(config.include).map(trimmed), rules)
  const collections = new Set(
    Object.entries(objectOf(config.collections)).flatMap(([name, settings]) =>
      objectOf(settings).output === true ? [`_${name}`] : [],
    ),
  )
  return (inside) => {
    const around = [...foldersOf(inside), inside]
    if (around.some(isIncluded)) return true
    if (around.some(isExcluded)) return false
    return inside
      .split('/')
      .every((name) => name === '_posts' || collections.has(name) || !/^[_.#]|~$/.test(name))
  }
}

/** https://jekyllrb.com/docs/configuration/front-matter-defaults: the longest path counts. */
function scopedValues(config: Readonly<Record<string, unknown>>, inside: string): Record<string, unknown> {
  const scopes = [config.defaults].flat().map(objectOf)
  const fitting = scopes.flatMap(({ scope, values }) => {
    const path = trimmed(String(objectOf(scope).path ?? ''))
    const isWithin = path === '' || [...foldersOf(inside), inside].some(anyGlob([path]))
    return isWithin ? [{ path, values: objectOf(values) }] : []
  })
  fitting.sort((one, other) => one.path.length - other.path.length)
  return Object.assign({}, ...fitting.map(({ values }) => values))
}

/** A post is away before its date; `search_exclude` is a word of the theme Just the Docs. */
function presenceOf(
  path: string,
  frontmatter: Readonly<Record<string, unknown>>,
  buildsFuture: boolean,
): PagePresence | undefined {
  const isPost = /(?:^|\/)_[^/]+\//.test(path)
  const written = said(frontmatter, 'date') ?? /(?:^|\/)(\d{4}-\d{2}-\d{2})-[^/]*$/.exec(path)?.[1]
  const from = isPost && !buildsFuture ? momentOf(written) : undefined
  if (from === 'unreadable') return { state: 'absent', unreadable: 'date' }
  const state = isSet(said(frontmatter, 'search_exclude')) ? 'unlisted' : 'listed'
  return { state, ...(from !== undefined && { from }) }
}

function trimmed(path: string): string {
  return path.replace(/^\.?\/+|(?<!\/)\/+$/g, '')
}
