import { tokenizeShortcodes } from './parts/shortcode.ts'
import { shortcodeElement } from './parts/shortcode-elements.ts'
import type { SourceLine } from './parts/source-lines.ts'
import { joinRegions, writeShortcodes } from './parts/write-shortcodes.ts'

/** A shortcode that is shown, in code. */
const ESCAPED = /\{\{([<%])\/\*([^{}]{0,500}?)\*\/([>%])\}\}/g

/** Hugo's shortcodes become elements and text. None is left as it is written, but in code. */
export function expandShortcodes(lines: readonly SourceLine[]): string {
  const tokens = joinRegions(lines).flatMap(({ text, isCode }) =>
    isCode ? [text.replaceAll(ESCAPED, '{{$1$2$3}}')] : tokenizeShortcodes(text),
  )
  return writeShortcodes(tokens, shortcodeElement)
}
