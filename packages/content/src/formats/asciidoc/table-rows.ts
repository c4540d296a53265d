import { finished } from './marks.ts'
import type { AsciidocCell, AsciidocTable } from './node.ts'

/** A table as rows of Markdown; one without a header gets an empty one. */
export async function tableRows({ rows }: AsciidocTable): Promise<string> {
  const head = rows.head.map((row) => row.map((cell) => inOneLine(cell.text)))
  const body: string[][] = []
  for (const row of [...rows.body, ...rows.foot]) {
    const cells: string[] = []
    for (const cell of row) cells.push(inOneLine(await contentOf(cell)))
    body.push(cells)
  }
  const columns = Math.max(0, ...head.concat(body).map((row) => row.length))
  if (columns === 0) return ''
  const [first = new Array<string>(columns).fill(''), ...others] = head
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`
  return [line(first), `|${' --- |'.repeat(columns)}`, ...others.map(line), ...body.map(line)].join('\n')
}

async function contentOf(cell: AsciidocCell): Promise<string> {
  if (cell.style === 'literal') return cell.text
  const content = await cell.content()
  return typeof content === 'string' ? content : content.join(' ')
}

function inOneLine(text: string): string {
  return finished(text)
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
    .trim()
}
