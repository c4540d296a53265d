import { outsideCode as outsideCodeSpans } from '../dialects/code-spans.ts'
import { sourceLines } from '../dialects/parts/source-lines.ts'

/** `{name}`, `{props.name}`, `{name.key}`; behind `=` the value of an attribute. `${name}` and `{{name}}` are something else. */
const EXPRESSION = /(=)?(?<![${])\{[ \t]*([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?)[ \t]*\}(?!\})/g

/** The text with values in the place of names in braces, outside of code. A value that is undefined changes nothing. */
export function withExpressions(text: string, read: (name: string) => string | undefined): string {
  return outsideCode(text, (piece) =>
    piece.includes('{')
      ? piece.replace(EXPRESSION, (whole, equals: string | undefined, name: string) => {
          const value = read(name)
          if (value === undefined) return whole
          return equals === undefined ? value : `="${value.replaceAll('"', '&quot;')}"`
        })
      : piece,
  )
}

/** The text with pieces changed that are no code. */
export function outsideCode(text: string, change: (piece: string) => string): string {
  return sourceLines(text)
    .map(({ text: line, isCode }) => (isCode ? line : outsideCodeSpans(line, change)))
    .join('\n')
}
