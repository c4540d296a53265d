import { namedId } from '../read/object-names.ts'
import type { RstDirective, RstNode } from '../read/rst-node.ts'
import type { MarkdownWriter } from './write-markdown.ts'

type Items = Extract<RstNode, { kind: 'definitions' }>['items']

/** Terms have ids, and several may share one definition. What follows ` : ` is a key of the index. */
export function glossary({ children, options }: RstDirective, writer: MarkdownWriter): string {
  if (options.sorted !== undefined) {
    const items = children.flatMap((child) => (child.kind === 'definitions' ? child.items : []))
    return entries(
      items.toSorted((one, other) => compared(one.terms[0], other.terms[0])),
      writer,
    )
  }
  return children
    .map((child) => (child.kind === 'definitions' ? entries(child.items, writer) : writer.blocks([child])))
    .join('\n\n')
}

function entries(items: Items, writer: MarkdownWriter): string {
  return items
    .map(({ terms, children: text }) => {
      const shown = terms.map((term) => {
        const [name = ''] = term.split(' : ', 1)
        return `<a id="${namedId('term', writer.inline.plain(name))}"></a>${writer.term(name)}`
      })
      const meaning = writer.blocks(text).replace(/\n(?=[^\n])/g, '\n  ')
      return `- ${shown.join(', ')}\n\n  ${meaning}`
    })
    .join('\n')
}

function compared(one = '', other = ''): number {
  const [left, right] = [one, other].map((term) => term.toLowerCase().normalize('NFD'))
  return (left ?? '') < (right ?? '') ? -1 : (left ?? '') > (right ?? '') ? 1 : 0
}
