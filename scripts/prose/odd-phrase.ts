import { ODD_PHRASES } from './terms.ts'
import type { TextRule } from './text-rule.ts'

/** Phrases that make a reader stumble. */
export const oddPhrase: TextRule = ({ paragraph, kind }) =>
  kind === 'docstring'
    ? []
    : ODD_PHRASES.flatMap(([pattern, advice]) => {
        const found = pattern.exec(paragraph)
        return found ? [`"${found[0]}": ${advice}`] : []
      })
