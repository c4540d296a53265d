import { sourceLines } from '../../formats/markdown/dialects/parts/source-lines.ts'
import { fenced, type Include, pathFrom } from '../../formats/page/include.ts'
import { folderOf } from '../../paths/folder.ts'
import { isDocumentationFile } from '../../paths/page-path.ts'

const CALLOUT = /^([ \t]*)([!?])>[ \t]+(\S.*)$/
/** What stands behind the mark of a callout is its text, and no title. */
const ALERT = /^([ \t]{0,3}>[ \t]?)(\[!\w{1,20}\])[ \t]+(\S.*)$/
const HEADING = /^[ \t]*#{1,6}[ \t]/
const IGNORED = /(?:<!-- ?)?\{docsify-ignore(?:-all)?\}(?: ?-->)?/g
const ID = /(?<=[ \t]):id=([\w-]{1,200})[ \t]*$/
const LONGEST_LINE = 2_000
/** https://docsify.js.org/#/embed-files */
const INCLUDE = /\[[^[\]\n]{0,200}\]\(([^()\s]{1,500})[ \t]+["']:include([^"'\n]{0,200})["']\)/g

/** What only Docsify reads becomes what Markdown has: callouts, ids of headings, and headings that it does not list. */
export function markdownOf(text: string): string {
  if (!/^[ \t]*[!?]>|\[!|:id=|docsify-ignore/m.test(text)) return text
  return sourceLines(text)
    .map(({ text: line, isCode }) => (isCode || line.length > LONGEST_LINE ? line : written(line)))
    .join('\n')
}

function written(line: string): string {
  const [, indent, mark, text] = CALLOUT.exec(line) ?? []
  if (text !== undefined) return `${indent}> [!${mark === '!' ? 'IMPORTANT' : 'TIP'}]\n${indent}> ${text}`
  const [, quote, kind, rest] = ALERT.exec(line) ?? []
  if (rest !== undefined) return `${quote}${kind}\n${quote}${rest}`
  if (!HEADING.test(line)) return line
  return line.replaceAll(IGNORED, '').trimEnd().replace(ID, '{#$1}')
}

/** Texts and code that a page takes by a link with `:include`. */
export function includesOf(root: string) {
  return (file: string, source: string): Include[] =>
    [...source.matchAll(INCLUDE)].flatMap(({ index, 0: whole, 1: target = '', 2: options = '' }) => {
      if (/^[a-z]+:\/\//i.test(target)) return []
      const isCode =
        /:type=code/.test(options) || (!isDocumentationFile(target) && !/:type=markdown/.test(options))
      const [, language] = /:type=code\s+(\w+)/.exec(options) ?? /\.(\w+)$/.exec(target) ?? []
      const [, fragment] = /:fragment=([\w-]+)/.exec(options) ?? []
      return {
        start: index,
        end: index + whole.length,
        candidates: [
          pathFrom(target.startsWith('/') ? root : folderOf(file), target),
          pathFrom(root, target),
        ],
        select(text: string) {
          const part = fragment === undefined ? text : fragmentOf(text, fragment)
          return isCode ? fenced(part, language ?? '') : part
        },
      }
    })
}

/** Between two lines with `### [demo]` or `/// [demo]`. */
function fragmentOf(text: string, name: string): string {
  const lines = text.split('\n')
  const isMark = (line: string) => /(?:###|\/\/\/)/.test(line) && line.includes(`[${name}]`)
  const start = lines.findIndex(isMark)
  const end = lines.findIndex((line, at) => at > start && isMark(line))
  return start < 0 ? text : lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
}
