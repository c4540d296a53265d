import { formatOf } from '../formats/formats.ts'
import { scanPage } from '../formats/markdown/scan/scan-page.ts'
import { readDirectives } from '../formats/myst/directive-lines.ts'
import { isTemplate } from '../layout/site-target.ts'
import { LineIndex } from '../located/line-index.ts'
import type { LocatedValue, Place } from '../located/located-value.ts'
import { overlapping } from '../located/overlaps.ts'
import { readLocated } from '../located/read-data.ts'
import { linkKind } from '../paths/link.ts'
import { addressExtension } from '../paths/page-extension.ts'
import { splitTarget } from '../paths/resolve-link.ts'
import type { SiteMap } from './site-map.ts'

/**
 * A text of a page that is the address of another one without being a link of its format: a value of the frontmatter,
 * an attribute of a component, a shortcode, or a tag of a template, a string of an export.
 */
export interface PageLiteral {
  /** As written, with its anchor, and where it stands. */
  target: string
  start: number
  end: number
  /** From 1. */
  line: number
  /** What has to stand before it to make it a link: sites count some from their top. */
  prefix: string
  /** The page that it leads to; undefined for a path that is written as one, and leads to none. */
  page: string | undefined
}

/** Keys and attributes whose value may be the bare name of a page. */
const ADDRESS =
  /^(?::?(?:link|href|to|url|src|page|path|next|prev|previous|parent|related|see-?also|actions?|(?:rel)?ref|doc)|pagination_(?:next|prev)|.*(?:Link|Url|Href|Page))$/
/** What a page says of itself at the top of its frontmatter. */
const OWN =
  /^(?:id|slug|url|permalink|alias(?:es)?|redirect_from|title|sidebar_label|tags?|categories|keywords|type|layout|template)$/i
const QUOTED = /(["'`])([^"'`\s<>{}]{1,500})\1/g
const UNQUOTED = /[\s](?:to|link|url|href|src|page|path)=([^\s"'`<>={}]{1,500})/g
const OPTION = /^[ \t]{0,20}:(?:link|url|href|to):[ \t]{1,10}([^\s"'`<>{}]{1,500})[ \t]{0,10}$/gm
/** What stands before a string: a key, or the beginning of another item. Read from a part of constant length. */
const KEY = /([\w:@.-]{1,40})["']?\s{0,5}[=:]\s{0,5}[[{]?\s{0,5}$/
const ITEM = /(?:[[({,|]|--8<--)\s{0,10}$/
const LONGEST_BEFORE = 80

interface Found extends Omit<PageLiteral, 'line' | 'prefix' | 'page'> {
  key: string | undefined
}

/** The addresses in a page beside its links, in the order of the text. Code blocks and code in a line hold none. */
export function pageLiterals(source: string, file: string, map: SiteMap): PageLiteral[] {
  const lines = new LineIndex(source)
  const literals: PageLiteral[] = []
  for (const { key, ...found } of [...inFrontmatter(source, file, map), ...inText(source, file, map)]) {
    const { path } = splitTarget(found.target)
    if (path === '' || isTemplate(found.target) || linkKind(found.target) === 'external') continue
    const isPath = path.includes('/') || addressExtension(path) !== ''
    if (!isPath && !(key !== undefined && ADDRESS.test(key))) continue
    const { prefix, page } = meaningOf(found.target, path, file, map)
    if (page === undefined && !/^\.{1,2}\//.test(path)) continue
    literals.push({ ...found, line: lines.at(found.start).line, prefix, page })
  }
  return literals.sort((one, other) => one.start - other.start)
}

function meaningOf(target: string, path: string, file: string, map: SiteMap) {
  for (const prefix of prefixes(path, file, map)) {
    const page = map.pageOf(file, prefix + target)
    if (page !== undefined) return { prefix, page }
  }
  return { prefix: '', page: undefined }
}

/** An address without a slash before it counts from the page, from the top of the site, or from its section. */
function prefixes(path: string, file: string, map: SiteMap): string[] {
  if (/^[./@]/.test(path)) return ['']
  const [, section = ''] = (map.routeOf(file) ?? '').split('/')
  return ['', '/', `/${section}/`]
}

function inFrontmatter(source: string, file: string, map: SiteMap): Found[] {
  const { bodyStart } = formatOf(file, map.layout.formats).frontmatter(source)
  const head = source.slice(0, bodyStart)
  const mark = /^\ufeff?(---|\+\+\+)[^\n]*\n/.exec(head)
  const start = mark === null ? head.search(/[{]/) : mark[0].length
  if (bodyStart === 0 || start < 0) return []
  const text = mark === null ? head.slice(start) : head.slice(start).replace(/(?:---|\.\.\.|\+\+\+)\s*$/, '')
  const name = mark === null ? 'page.json' : mark[1] === '---' ? 'page.yml' : 'page.toml'
  const found: Found[] = []
  walk(readLocated(name, text), undefined, 0)
  return found

  function walk(value: LocatedValue | undefined, key: string | undefined, depth: number): void {
    if (value === undefined || depth > 20) return
    if (value.kind === 'text') {
      const place = unquoted(text, value)
      const target = text.slice(place.start, place.end)
      found.push({ target, key, start: start + place.start, end: start + place.end })
    } else if (value.kind === 'list') for (const item of value.items) walk(item.value, key, depth + 1)
    else if (value.kind === 'record')
      for (const entry of value.entries)
        if (depth > 0 || !OWN.test(entry.key ?? '')) walk(entry.value, entry.key, depth + 1)
  }
}

function unquoted(text: string, { start, end }: Place): { start: number; end: number } {
  const written = text.slice(start, end)
  if (/^(["']).*\1$/s.test(written)) return { start: start + 1, end: end - 1 }
  return { start, end: start + written.trimEnd().length }
}

function inText(source: string, file: string, map: SiteMap): Found[] {
  const { name } = formatOf(file, map.layout.formats)
  if (name === 'asciidoc' || name === 'rst') return []
  const text = name === 'myst' ? readDirectives(source).markdown : source
  const { blocks, inline, frontmatter } = scanPage(file, text)
  const code: { start: number; end: number }[] = [{ start: 0, end: frontmatter.bodyStart }]
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'code') code.push(block)
    for (const token of inline[index]?.tokens ?? []) if (token.kind === 'code') code.push(token)
  }
  const found: Found[] = []
  for (const { 0: whole, 2: target = '', index } of text.matchAll(QUOTED)) {
    const before = text.slice(Math.max(0, index - LONGEST_BEFORE), index)
    const key = KEY.exec(before)?.[1]
    if (key === undefined && !ITEM.test(before)) continue
    found.push({ target, key, start: index + 1, end: index + whole.length - 1 })
  }
  for (const pattern of [UNQUOTED, OPTION])
    for (const { 0: whole, 1: target = '', index } of text.matchAll(pattern)) {
      const start = index + whole.lastIndexOf(target)
      found.push({ target, key: 'link', start, end: start + target.length })
    }
  found.sort((one, other) => one.start - other.start)
  const isCode = overlapping(code)
  let last = -1
  return found.filter((each) => {
    if (isCode(each) || each.start < last) return false
    last = each.end
    return true
  })
}
