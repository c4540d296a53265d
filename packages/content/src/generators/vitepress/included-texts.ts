import { fenced, type Include, indented, pathFrom, placedLines } from '../../formats/page/include.ts'
import { folderOf } from '../../paths/folder.ts'
import { regionOf, withoutMarks } from '../parts/regions.ts'

const CODE = /^([ \t]*)<<<[ \t]*([^\s<][^\n]*)$/
const CONTAINER = /^[ \t]*:{3,}[ \t]*([\w-]*)/
/** `<!--@include: ./a.md#part{2,5}-->` */
const COMMENT = /<!--[ \t]*@include:([^<>]*)-->/g
const HEADING = /^(#{1,6})[ \t]+(?![ \t])([^\n]*)$/
const LONGEST_LINE = 2_000

/**
 * Texts that pages of VitePress take from other files: `<<< @/file.ts#region{2 ts} [Title]`, and
 * `<!--@include: ./file.md#part{from,to}-->`. https://vitepress.dev/guide/markdown#import-code-snippets.
 *
 * @param root folder of the pages (`srcDir`): `@` stands for it
 */
export function includesOf(root: string): (path: string, source: string) => Include[] {
  return (path, source) => [...codeOf(path, source, root), ...commentsOf(path, source, root)]
}

function resolve(path: string, target: string, root: string): string {
  return target.startsWith('@') ? pathFrom(root, target.slice(1)) : pathFrom(folderOf(path), target)
}

function* codeOf(path: string, source: string, root: string): Generator<Include> {
  if (!source.includes('<<<')) return
  let isInGroup = false
  for (const { line, start } of placedLines(source)) {
    const [, kind] = CONTAINER.exec(line.slice(0, LONGEST_LINE)) ?? []
    if (kind !== undefined) isInGroup = kind === 'code-group'
    const [, indent = '', written] = line.length > LONGEST_LINE ? [] : (CODE.exec(line) ?? [])
    if (written === undefined) continue
    const { file, region, language, title } = readCodeTarget(written.trim())
    const name = file.slice(file.lastIndexOf('/') + 1)
    // Only in a group is the name of the file shown.
    const label = title ?? (isInGroup ? name : undefined)
    const shown = label === undefined ? '' : ` [${label}]`
    const info = `${language ?? /\.([A-Za-z0-9]+)$/.exec(name)?.[1] ?? ''}${shown}`.trimStart()
    yield {
      ...{ start: start + indent.length, end: start + line.length, candidates: [resolve(path, file, root)] },
      select: (text) => (region === undefined ? withoutMarks(text) : (regionOf(text, region) ?? text)),
      inPlace: (text) => indented(fenced(text.trimEnd(), info), indent),
    }
  }
}

/** `file.ts#region{1,4-6 ts:line-numbers} [Title]`: all but the file may be absent. */
function readCodeTarget(written: string) {
  let rest = written
  let title: string | undefined
  const bracket = rest.endsWith(']') ? rest.lastIndexOf('[') : -1
  if (bracket > 0) {
    title = rest.slice(bracket + 1, -1)
    rest = rest.slice(0, bracket).trimEnd()
  }
  let language: string | undefined
  const brace = rest.endsWith('}') ? rest.lastIndexOf('{') : -1
  if (brace > 0) {
    language = /(?:^|[ \t])([A-Za-z][\w+-]*)/.exec(rest.slice(brace + 1, -1))?.[1]
    rest = rest.slice(0, brace).trimEnd()
  }
  const [, file = rest, region] = /^([^#]+)#([\w*-]+)$/.exec(rest) ?? []
  return { file, region, language, title }
}

function* commentsOf(path: string, source: string, root: string): Generator<Include> {
  if (!source.includes('@include')) return
  for (const match of source.matchAll(COMMENT)) {
    const [, written, range] = /^([^{}]+)(?:\{(\d*(?:,\d*)?)\})?$/.exec(match[1]?.trim() ?? '') ?? []
    if (written === undefined) continue
    const [file = '', part] = written.trim().split('#', 2)
    yield {
      ...{ start: match.index, end: match.index + match[0].length, candidates: [resolve(path, file, root)] },
      select(text) {
        const named = part === undefined ? text : (regionOf(text, part) ?? sectionOf(text, part) ?? text)
        return range === undefined ? named : rangeOf(named, range)
      },
    }
  }
}

/** From the heading with this anchor to the next of its level. */
function sectionOf(text: string, anchor: string): string | undefined {
  const lines = text.split(/\r?\n/)
  const level = (line: string) => HEADING.exec(line)?.[1]?.length
  const start = lines.findIndex((line) => {
    const title = HEADING.exec(line)?.[2] ?? ''
    const own = /\{#([\w-]+)\}[ \t]*$/.exec(title)?.[1]
    return (
      (own ??
        title
          .trim()
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}]+/gu, '-')) === anchor
    )
  })
  if (start < 0) return undefined
  const own = level(lines[start] ?? '') ?? 6
  const end = lines.findIndex((line, at) => at > start && (level(line) ?? 7) <= own)
  return lines.slice(start, end < 0 ? undefined : end).join('\n')
}

/** `2,5`, `2,` and `,5`: lines, both ends included. */
function rangeOf(text: string, range: string): string {
  const [from = '', to = from] = range.split(',')
  return text
    .split(/\r?\n/)
    .slice(Number(from || 1) - 1, to === '' ? undefined : Number(to))
    .join('\n')
}
