import { identifierOf } from '../../formats/page/docutils-ids.ts'
import { placedLines } from '../../formats/page/include.ts'
import { nameOf } from '../../formats/rst/read/rst-scope.ts'
import type { DocumentNames, DocumentToctree } from './document-names.ts'

const FENCE = /^[ \t]*(`{3,}|~{3,}|:{3,})(?:\{([\w-]{1,60})\})?/
const LABEL = /^\(([^()\n]{1,200})\)=[ \t]*$/
const HEADING = /^#{1,6}[ \t]+(\S.*)$/

/** The names of a document in MyST Markdown: labels of its headings, and what its `toctree` directives list. */
export function mystNames(text: string): DocumentNames {
  const names: DocumentNames = { places: new Map(), toctrees: [] }
  let labels: string[] = []
  let open: { mark: string; toctree?: { options: Record<string, string>; body: string[] } } | undefined
  for (const { line } of placedLines(text)) {
    const [, mark = '', directive] = line.length > 1_000 ? [] : (FENCE.exec(line) ?? [])
    if (open !== undefined) {
      if (
        mark !== '' &&
        mark[0] === open.mark[0] &&
        mark.length >= open.mark.length &&
        directive === undefined
      )
        open = undefined
      else if (open.toctree !== undefined) addLine(open.toctree, line)
      continue
    }
    if (directive === 'toctree') {
      const toctree = { options: {}, body: [] }
      names.toctrees.push(toctree)
      open = { mark, toctree }
    } else if (mark !== '' && !mark.startsWith(':')) open = { mark }
    const label = LABEL.exec(line)?.[1]
    if (label !== undefined) labels.push(label)
    const heading = HEADING.exec(line)?.[1]
    if (heading === undefined) continue
    const title = plainHeading(heading)
    names.title ??= title
    for (const each of labels) names.places.set(`ref:${nameOf(each)}`, { id: identifierOf(each), title })
    labels = []
  }
  return names
}

function addLine(
  toctree: { options: Record<string, string>; body: string[] } & DocumentToctree,
  line: string,
): void {
  const [, name, value = ''] = /^[ \t]*:([\w-]{1,60}):(.*)$/.exec(line) ?? []
  if (name !== undefined && toctree.body.length === 0) toctree.options[name] = value.trim()
  else if (line.trim() !== '') toctree.body.push(line)
}

function plainHeading(heading: string): string {
  return heading
    .replace(/\{[\w:-]{1,60}\}`([^`]{0,500})`/g, '$1')
    .replace(/\[([^[\]]{0,500})\]\([^()]{0,1000}\)/g, '$1')
    .replace(/[*_`\\]/g, '')
    .replace(/[ \t]#+$/, '')
    .trim()
}
