import { defined } from '../../basics/defined.ts'
import { outsideCode } from '../../formats/markdown/modules/expressions.ts'
import type { Generator } from '../../layout/generator.ts'
import { FILE_LINKS } from '../../layout/link-style.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { type LocatedValue, textAt, valueAt, valuesUnder } from '../../located/located-value.ts'
import { readScript } from '../../located/read-script.ts'
import { isRecord, type Literal, toLiteral } from '../../located/to-literal.ts'
import { below, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { withoutAddressExtension } from '../../paths/page-extension.ts'
import { pagePathOf } from '../../paths/page-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'
import { literalPattern } from '../../patterns/literal-pattern.ts'
import { sidebarEntries } from '../parts/navigation-items.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { vitepressIds } from './heading-ids.ts'
import { includesOf } from './included-texts.ts'
import { leftOut, presenceByFrontmatter } from './left-out.ts'
import { CONFIG, navigationFiles } from './navigation.ts'
import { withPageValues } from './page-values.ts'
import { rewritten } from './rewrites.ts'

/** A file with parameters in its name is a template: https://vitepress.dev/guide/routing#dynamic-routes. */
const NO_PAGE = /(?:^|\/)(?:public|\.vitepress)\/|\[[^[\]/]+\]/

const ABOVE = ['config', 'config/index'].flatMap((name) =>
  ['ts', 'mts', 'js', 'mjs'].map((ending) => `.vitepress/${name}.${ending}`),
)

/** https://vitepress.dev: `.vitepress/config` beside the pages, or beside their `srcDir`. */
export const vitepress: Generator = {
  name: 'vitepress',
  above: { files: ABOVE },
  files: /(?:^|\/)\.vitepress\/(?:(?!(?:theme|cache|dist)\/)[\w.-]+\/)?[\w.-]+\.[cm]?[jt]s$/,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, CONFIG)
  if (file === undefined) return undefined
  const site = file.replace(/\/?\.vitepress\/.*$/s, '')
  const config = readScript(file, source.texts.get(file) ?? '', source.texts)
  const srcDir = toLiteral(valuesUnder(config, 'srcDir')[0])
  const root = joinPath(
    site,
    typeof srcDir === 'string' ? srcDir.replace(/^\.?\/+|(?<!\/)\/+$/g, '').replace(/^\.$/, '') : '',
  )
  const isLeftOut = leftOut(config, source)
  const moved = rewritten(config)
  const withUsualMarks = usualMarks(config)
  const isPage = (path: string) => {
    const inside = below(root, path)
    return inside !== undefined && !isLeftOut(inside) && !NO_PAGE.test(inside)
  }
  return {
    name: 'vitepress',
    formats: MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath: (path) => pagePathOf(moved(below(root, path) ?? path)),
    language: localeLookup(source.files.filter(isPage), root),
    siteLanguage: siteLanguage(
      textAt(config, 'lang'),
      textAt(valueAt(valueAt(config, 'locales'), 'root'), 'lang'),
    ),
    version: () => undefined,
    navigation: {
      ...NO_NAVIGATION,
      // Each language may have a sidebar of its own.
      pages: valuesUnder(config, 'sidebar').flatMap((sidebar) =>
        sidebarEntries(flatSidebar(toLiteral(sidebar)), DIALECT),
      ),
    },
    navigationIsComplete: false,
    links: FILE_LINKS,
    navigationFiles,
    presence: (_, frontmatter) => presenceByFrontmatter(frontmatter),
    headingIds: vitepressIds,
    rewrite: (_, text) => withPageValues(withUsualMarks(text)),
    includes: includesOf(root),
  }
}

/** Attribute lists, `%{#id}%`, with the marks that they have elsewhere: https://vitepress.dev/reference/site-config#markdown. */
function usualMarks(config: LocatedValue | undefined): (text: string) => string {
  const [left, right] = ['leftDelimiter', 'rightDelimiter'].map((key) =>
    toLiteral(valuesUnder(config, key)[0]),
  )
  if (typeof left !== 'string' || typeof right !== 'string' || left === '' || right === '')
    return (text) => text
  const list = new RegExp(`${literalPattern(left)}([#.][^{}\\n]{1,200}?)${literalPattern(right)}`, 'g')
  return (text) => (text.includes(left) ? outsideCode(text, (piece) => piece.replace(list, '{$1}')) : text)
}

const DIALECT = {
  titles: ['text'],
  children: ['items'],
  pages: ['link'],
  toPath: (written: string) =>
    written.startsWith('#') ? undefined : withoutAddressExtension(splitTarget(written).path),
}

/** Several sidebars stand under the path they are for; their links may count from `base`. */
function flatSidebar(sidebar: Literal): Literal {
  if (!isRecord(sidebar)) return withBase(sidebar, '', 0)
  return Object.values(sidebar).flatMap((each): Literal[] => {
    const items = isRecord(each) ? withBase([each], '', 0) : withBase(each, '', 0)
    return Array.isArray(items) ? items : []
  })
}

/** Items with their links as they are once each `base` around them stands before them. */
function withBase(node: Literal, around: string, depth: number): Literal {
  if (depth > 20) return undefined
  if (Array.isArray(node)) return node.map((item) => withBase(item, around, depth + 1))
  if (!isRecord(node)) return node
  const base = typeof node.base === 'string' ? node.base : around
  const link = typeof node.link === 'string' && !/^[a-z]+:/i.test(node.link) ? base + node.link : node.link
  return {
    ...node,
    ...defined({ link, items: node.items && withBase(node.items, base, depth + 1) }),
  }
}
