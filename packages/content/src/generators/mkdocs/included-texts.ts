import { textsOf } from '../../basics/records.ts'
import { fenced, type Include, indented, pathFrom, placedLines } from '../../formats/page/include.ts'
import { folderOf } from '../../paths/folder.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { extensionOf } from './extensions.ts'
import { snippetPart } from './snippet-part.ts'

/** `--8<-- "file.md:part"`, where a `;` before it makes it a text. */
const SNIPPET = /^([ \t]*)-+8<-+ +(?:"([^"]+)"|'([^']+)')[ \t]*$/
/** Around lines that each name a file. */
const SNIPPET_BLOCK = /^([ \t]*)-+8<-+[ \t]*$/
/** `{!file.md!}` with `lines=1 3-5` of markdown-include, `{!> file [ln:1-3] !}` of mdx_include. */
const INCLUDE = /\{!>?[ \t]*(?![ \t])([^!{}\n]+)!(?:[ \t]*lines=([\d \t-]+))?\}/g
/** `{* ../src/main.py hl[1] ln[1:10] *}` of markdown-include-variants: a block of code. */
const CODE = /^([ \t]*)\{\*[ \t]+(?![ \t])([^*{}]+)\*\}[ \t]*$/
/** `{% include-markdown "a.md" start="…" end="…" %}` of mkdocs-include-markdown-plugin. */
const TAG = /\{%[ \t\n]*include(-markdown)?[ \t\n]+(?:"([^"\n]+)"|'([^'\n]+)')([^%]*)%\}/g
const LONGEST_LINE = 2_000

/** What `mkdocs.yml` says of included files. Paths are the layout's. */
export interface IncludeFolders {
  /** Folder of the configuration. */
  site: string
  /** Folder of the pages. */
  root: string
  /** `markdown_extensions` of the configuration. */
  extensions: unknown
}

/** Texts that pages of MkDocs take from other files, by the plugins and extensions that are in most use. */
export function includesOf({
  site,
  root,
  extensions,
}: IncludeFolders): (path: string, source: string) => Include[] {
  const basesOf = (name: string) => {
    const written = textsOf(extensionOf(extensions, name).base_path)
    return (written.length > 0 ? written : ['.']).map((base) => pathFrom(site, base))
  }
  const bases = [
    ...new Set(['pymdownx.snippets', 'markdown_include.include', 'mdx_include'].flatMap(basesOf)),
  ]
  const appended = textsOf(extensionOf(extensions, 'pymdownx.snippets').auto_append)
  const isPage = (path: string) => path.startsWith(root === '' ? '' : `${root}/`)
  return (path, source) => {
    // A page is a folder of the site, from which some count.
    const folders = [...bases, folderOf(path), withoutPageExtension(path)]
    const named = (target: string) => [...new Set(folders.map((base) => pathFrom(base, target)))]
    const includes = [
      ...snippets(source, named),
      ...marked(source, named),
      ...tags(path, source, { site, root }),
    ]
    if (isPage(path))
      for (const each of appended) {
        const place = { start: source.length, end: source.length }
        includes.push({ ...place, candidates: named(each), inPlace: (text) => `\n\n${text}` })
      }
    return includes
  }
}

function* snippets(source: string, named: (target: string) => string[]): Generator<Include> {
  if (!source.includes('8<-')) return
  let block: { start: number; indent: string; files: string[] } | undefined
  for (const { line, start } of placedLines(source)) {
    if (line.length > LONGEST_LINE) continue
    const end = start + line.length
    const [, around] = SNIPPET_BLOCK.exec(line) ?? []
    if (around !== undefined && block === undefined) block = { start, indent: around, files: [] }
    else if (around !== undefined && block !== undefined) {
      yield* blockOf(block, end, named)
      block = undefined
    } else if (block !== undefined) block.files.push(line.trim())
    else {
      const [, indent = '', double, single] = SNIPPET.exec(line) ?? []
      const written = double ?? single
      if (written !== undefined) yield* snippet(written, { start: start + indent.length, end, indent }, named)
    }
  }
}

/** The files of a block stand one below the other in its place: each takes a part of that place. */
function* blockOf(
  { start, indent, files }: { start: number; indent: string; files: readonly string[] },
  end: number,
  named: (target: string) => string[],
): Generator<Include> {
  const wanted = files.filter((file) => file !== '' && !file.startsWith(';'))
  for (const [at, file] of wanted.entries()) {
    const isLast = at === wanted.length - 1
    const place = {
      start: isLast ? Math.min(start + at, end) : start + at,
      end: isLast ? end : start + at + 1,
    }
    yield* snippet(file, { ...place, indent }, named, '\n')
  }
}

function* snippet(
  written: string,
  { start, end, indent }: { start: number; end: number; indent: string },
  named: (target: string) => string[],
  behind = '',
): Generator<Include> {
  if (/^[a-z]+:\/\//i.test(written)) return
  const at = written.indexOf(':')
  const [file, part] = at < 0 ? [written, ''] : [written.slice(0, at), written.slice(at + 1)]
  yield {
    ...{ start, end, candidates: named(file) },
    select: (text) => snippetPart(text, part),
    inPlace: (text) => indented(text.trimEnd(), indent) + behind,
  }
}

function* marked(source: string, named: (target: string) => string[]): Generator<Include> {
  if (source.includes('{!'))
    for (const match of source.matchAll(INCLUDE)) {
      const [whole, written = '', lines] = match
      const [, file = '', ranges] =
        /^([^[\]]*[^[\] \t])(?:[ \t]*\[ln:([\d,. -]+)\])?[ \t]*$/.exec(written) ?? []
      const place = { start: match.index, end: match.index + whole.length }
      const indent = indentBefore(source, match.index)
      const part = (ranges ?? lines)
        ?.trim()
        .split(/[, \t]+/)
        .join(',')
      yield {
        ...{ ...place, candidates: named(file.trim()) },
        ...(part !== undefined && {
          select: (text: string) => snippetPart(text, part.replaceAll(/(\d+)(?:-(\d*))?/g, rangeOf)),
        }),
        inPlace: (text) => indented(text.trimEnd(), indent),
      }
    }
  if (!source.includes('{*')) return
  for (const { line, start } of placedLines(source)) {
    const [, indent = '', written] = line.length > LONGEST_LINE ? [] : (CODE.exec(line) ?? [])
    const [file, ...options] = written?.trim().split(/[ \t]+/) ?? []
    if (file === undefined) continue
    const range = options
      .map((option) => /^ln\[([\d:,]+)\]$/.exec(option)?.[1])
      .find((each) => each !== undefined)
    const language = /\.([\w+-]+)$/.exec(file)?.[1] ?? ''
    yield {
      ...{ start: start + indent.length, end: start + line.length, candidates: named(file) },
      select: (text) => snippetPart(text, range?.replaceAll(/(?<![:\d])\d+(?![:\d])/g, '$&:$&') ?? ''),
      inPlace: (text) => indented(fenced(text.trimEnd(), language), indent),
    }
  }
}

/** `3-5` as `3:5`, and a single line as itself. */
function rangeOf(whole: string, from: string, to: string | undefined): string {
  return `${from}:${to ?? (whole.includes('-') ? '' : from)}`
}

function* tags(
  path: string,
  source: string,
  { site, root }: { site: string; root: string },
): Generator<Include> {
  if (!source.includes('{%')) return
  for (const match of source.matchAll(TAG)) {
    const [whole, , double, single, options = ''] = match
    const target = double ?? single ?? ''
    const bases = target.startsWith('.') ? [folderOf(path)] : [root, folderOf(path), site]
    const [from, to] = [optionOf(options, 'start'), optionOf(options, 'end')]
    const indent = indentBefore(source, match.index)
    yield {
      ...{ start: match.index, end: match.index + whole.length },
      candidates: [...new Set(bases.map((base) => pathFrom(base, target)))],
      select: (text) => between(text, from, to),
      inPlace: (text) => indented(text.trimEnd(), indent),
    }
  }
}

/** The white space right before a place. */
function indentBefore(source: string, at: number): string {
  return /(?<![ \t])[ \t]*$/.exec(source.slice(Math.max(0, at - 80), at))?.[0] ?? ''
}

function optionOf(options: string, name: string): string | undefined {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)')`).exec(options) ?? []
  return (double ?? single)?.replaceAll('\\n', '\n')
}

/** What stands between two marks; all when neither is there, as the plugin has it. */
function between(text: string, from: string | undefined, to: string | undefined): string {
  const begin = from === undefined ? -1 : text.indexOf(from)
  const start = begin < 0 ? 0 : begin + (from ?? '').length
  const end = to === undefined ? -1 : text.indexOf(to, start)
  return text.slice(start, end < 0 ? undefined : end).replace(/^\r?\n/, '')
}
