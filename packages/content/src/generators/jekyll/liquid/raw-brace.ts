import { outsideCode } from '../../../formats/markdown/dialects/code-spans.ts'
import type { SourceLine } from '../../../formats/markdown/dialects/parts/source-lines.ts'

/** Stands for a brace that is no Liquid, until code and text are separated. */
export const RAW_BRACE = '\ue000'

/** A line with its braces: in text they are written so that nothing takes them for a tag again. */
export function withBraces({ text, isCode }: SourceLine): string {
  if (!text.includes(RAW_BRACE)) return text
  const written = isCode ? text : outsideCode(text, (part) => part.replaceAll(RAW_BRACE, '&#123;'))
  return written.replaceAll(RAW_BRACE, '{')
}
