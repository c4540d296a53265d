import { namedId } from '../read/object-names.ts'
import type { RstDirective } from '../read/rst-node.ts'
import type { MarkdownWriter } from './write-markdown.ts'

/** Terms have ids, and several may share one definition. */
export function glossary({ children }: RstDirective, writer: MarkdownWriter): string {
  return children
    .map((child) => {
      if (child.kind !== 'definitions') return writer.blocks([child])
      return child.items
        .map(({ terms, children: text }) => {
          const names = terms
          const shown = names.map((term) => {
            const words = writer.inline.plain(term.split(' : ', 1)[0] ?? '')
            return `<a id="${namedId('term', words)}"></a>${writer.term(term)}`
          })
          const meaning = writer.blocks(text).replace(/\n(?=[^\n])/g, '\n  ')
          return `- ${shown.join(', ')}\n\n  ${meaning}`
        })
        .join('\n')
    })
    .join('\n\n')
}
