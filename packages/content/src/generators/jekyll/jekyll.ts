import { textsOf } from '../../basics/records.ts'
import { sourceLines } from '../../formats/markdown/dialects/parts/source-lines.ts'
import { readFrontmatter } from '../../formats/page/frontmatter.ts'
import { momentOf } from '../../formats/page/moment.ts'
import { isSet, said } from '../../formats/page/said.ts'
import type { Generator } from '../../layout/generator.ts'
import type { PagePresence } from '../../layout/page-state.ts'
import { plainLayout } from '../../layout/plain.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { withoutAddressExtension } from '../../paths/page-extension.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { includesOf } from './included-texts.ts'
import { type JekyllConfig, readJekyllConfig } from './jekyll-config.ts'
import { withKramdownMarks } from './kramdown-marks.ts'
import { withBraces } from './liquid/raw-brace.ts'
import { renderLiquid } from './liquid/render-liquid.ts'
import { arrangeByParents, ORDER_KEYS } from './page-order.ts'
import { collectionOf, isPost, jekyllAddress } from './permalinks.ts'
import { siteData } from './site-data.ts'

/** Files without frontmatter that Jekyll copies, and that GitHub Pages leaves alone: jekyll-optional-front-matter. */
const ABOUT_REPOSITORY =
  /(?:^|\/)(?:README|LICENSE|LICENCE|COPYING|CODE_OF_CONDUCT|CONTRIBUTING|ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE)\.\w+$/i

/**
 * https://jekyllrb.com: a folder of Markdown with `_config.yml`. Pages, posts, and collections have the
 * addresses of their permalinks; what it does not build is left out.
 */
export const jekyll: Generator = {
  name: 'jekyll',
  above: { files: ['_config.yml', '_config.yaml'], beside: ['Gemfile'] },
  files: /(?:^|\/)(?:Gemfile|_config\.ya?ml|_data\/[\w./-]{1,200}\.(?:ya?ml|json))$/,
  settings: [
    {
      file: /(?:^|\/)_config[^/]*\.ya?ml$/i,
      navigation: ['nav', 'navigation', 'header_pages', 'nav_external_links', 'aux_links'],
    },
  ],
  layout,
  includable: (files) => {
    const roots = files.filter((file) => /(?:^|\/)_config\.ya?ml$/.test(file)).map(folderOf)
    return (file) =>
      /\.(?:html?|markdown|txt|liquid)$/i.test(file) &&
      roots.some((root) => below(root, file)?.startsWith('_includes/') === true)
  },
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const config = readJekyllConfig(source)
  if (config === undefined) return undefined
  const { root, settings } = config
  const plain = plainLayout(source)
  const inside = (path: string) => below(root, path) ?? path
  const indexes = new Set(source.files.filter((each) => /(?:^|\/)index\.\w+$/.test(each)).map(folderOf))
  const hasIndex = (folder: string) => indexes.has(joinPath(root, folder).replace(/(?<!\/)\/+$/, ''))
  const pagePath = (path: string, frontmatter: Readonly<Record<string, unknown>> = {}) =>
    jekyllAddress(inside(path), frontmatter, settings, hasIndex)
  const addressOf = (target: string) => {
    const path = joinPath(root, target.replace(/^\/+/, ''))
    return pagePath(path, config.defaultsOf(inside(path)))
  }
  let data: Record<string, unknown> | undefined
  return {
    ...plain,
    name: 'jekyll',
    unreadFormats: ['.textile'],
    siteLanguage: siteLanguage(settings.lang, settings.locale),
    root,
    pagePath,
    isPlacedByPages: true,
    includes: includesOf(root),
    rewrite(path, text) {
      const { data: own, bodyStart } = readFrontmatter(text)
      const frontmatter = { ...config.defaultsOf(inside(path)), ...own }
      data ??= siteData(source, root)
      const scope = {
        site: { ...settings, baseurl: '', data },
        page: { ...frontmatter, path: inside(path), url: pagePath(path, frontmatter) },
        jekyll: { environment: 'production' },
      }
      const site = {
        // Where a post stands depends on its frontmatter: the site knows the address of its file.
        addressOf: (kind: 'link' | 'post_url', target: string) =>
          kind === 'link' && !isPost(target) ? addressOf(target) : `/${postFile(target)}`,
      }
      const body = renderLiquid(text.slice(bodyStart), scope, site)
      const written = config.isKramdown
        ? withKramdownMarks(body, config.callouts)
        : sourceLines(body).map(withBraces).join('\n')
      return text.slice(0, bodyStart) + written
    },
    pageMarks: { find: linkTags, addressOf: (_, target) => addressOf(target) },
    isPage: (path) => {
      const own = below(root, path)
      return own !== undefined && config.isBuilt(own)
    },
    arrangement: {
      keys: ORDER_KEYS,
      arrange: (pages) =>
        arrangeByParents(
          [...pages].map(([file, page]) => ({ page, collection: collectionOf(inside(file), settings) })),
          settings,
        ),
    },
    defaults: (path) => config.defaultsOf(inside(path)),
    presence: (path, frontmatter) => presenceOf(inside(path), frontmatter, config, hasIndex),
    needsFrontmatter: config.needsFrontmatter,
    presenceSettings: JSON.stringify([settings.future === true, config.needsFrontmatter]),
    aliases: (_, frontmatter) =>
      textsOf(frontmatter.redirect_from).map((path) => normalizePagePath(withoutAddressExtension(path))),
  }
}

/** The file of a post, which `post_url` names without its folder `_posts`: `folder/2024-02-03-name`. */
function postFile(target: string): string {
  const path = target.replace(/^\/+/, '')
  if (isPost(path)) return path
  const name = path.slice(path.lastIndexOf('/') + 1)
  return joinPath(folderOf(path), '_posts', name)
}

function* linkTags(text: string) {
  for (const { 0: whole, 1: target = '', index } of text.matchAll(
    /\{%-?\s{0,10}link\s{1,10}([^{}%\s]{1,500})/g,
  )) {
    const end = index + whole.length
    yield { target, start: end - target.length, end }
  }
}

/** A post is away before its date; `search_exclude` is a word of the theme Just the Docs. */
function presenceOf(
  inside: string,
  frontmatter: Readonly<Record<string, unknown>>,
  { settings }: JekyllConfig,
  hasIndex: (folder: string) => boolean,
): PagePresence | undefined {
  if (ABOUT_REPOSITORY.test(inside) && Object.keys(frontmatter).length === 0) {
    const isIndex = /(?:^|\/)README\.\w+$/i.test(inside) && !hasIndex(folderOf(inside))
    if (!isIndex) return { state: 'absent' }
  }
  const written = said(frontmatter, 'date') ?? /(?:^|\/)(\d{4}-\d{2}-\d{2})-[^/]*$/.exec(inside)?.[1]
  const isDated = isPost(inside) && settings.future !== true
  const from = isDated ? momentOf(written) : undefined
  if (from === 'unreadable') return { state: 'absent', unreadable: 'date' }
  const state = isSet(said(frontmatter, 'search_exclude')) ? 'unlisted' : 'listed'
  const isMoved = isSet(said(frontmatter, 'redirect_to'))
  return { state: isMoved ? 'absent' : state, ...(from !== undefined && { from }) }
}
