import type { SourceLine } from './parts/source-lines.ts'

/** Code within a line, or `[text][acme.Client]`: a reference to what a build knows from code. */
const REFERENCE =
  /(?<!`)(`+)[^`\n]{1,500}\1|\[((?:[^[\]`\n]|`[^`\n]{1,200}`){1,300})\]\[([A-Za-z_]\w{0,80}(?:\.\w{1,80}){0,10})?\]/g
const DEFINITION = /^ {0,3}\[([^\]\n]{1,300})\]:/
const LONGEST_LINE = 20_000

/** References by names of code that the page does not define are text: only the build knows where they lead. */
export function dropCodeReferences(lines: readonly SourceLine[]): SourceLine[] {
  const defined = new Set(
    lines.flatMap(({ text }) => DEFINITION.exec(text)?.[1] ?? []).map((label) => label.toLowerCase()),
  )
  return lines.map((line) => {
    if (line.isCode || line.text.length > LONGEST_LINE || !line.text.includes('][')) return line
    const text = line.text.replaceAll(
      REFERENCE,
      (whole: string, _ticks: unknown, shown?: string, target?: string) => {
        if (shown === undefined) return whole
        const label = (target ?? shown).replaceAll('`', '')
        const isName = target?.includes('.') || (target === undefined && /^[\w.]+$/.test(label))
        return isName && !defined.has(label.toLowerCase()) && !defined.has(shown.toLowerCase())
          ? shown
          : whole
      },
    )
    return { ...line, text }
  })
}
