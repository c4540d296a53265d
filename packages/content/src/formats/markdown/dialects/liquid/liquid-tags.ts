import type { ShortcodeToken } from '../parts/shortcode.ts'
import type { SourceLine } from '../parts/source-lines.ts'
import { joinRegions, writeShortcodes } from '../parts/write-shortcodes.ts'
import { liquidElement } from './liquid-elements.ts'
import { tokenizeLiquidTags } from './liquid-tag.ts'

/** Tags of GitBook, Markdoc and Liquid become elements and text. None is left as it is written, but in code. */
export function expandLiquidTags(lines: readonly SourceLine[]): string {
  const tokens = joinRegions(lines).flatMap(({ text, isCode }) =>
    isCode ? [text] : tokenizeLiquidTags(text),
  )
  return writeShortcodes(withoutComments(tokens), liquidElement)
}

/** Within `{% raw %}` tags are text; what stands in `{% comment %}` is for authors. */
function withoutComments(tokens: readonly ShortcodeToken[]): ShortcodeToken[] {
  const kept: ShortcodeToken[] = []
  const isEnded = new Set(
    tokens.flatMap((token) => (typeof token !== 'string' && token.code.isClosing ? [token.code.name] : [])),
  )
  let within: 'raw' | 'comment' | undefined
  for (const token of tokens) {
    const code = typeof token === 'string' ? undefined : token.code
    if (within !== undefined && code?.isClosing && code.name === within) within = undefined
    else if (within === 'raw') kept.push(typeof token === 'string' ? token : token.written)
    else if (within === undefined) {
      const { name, isClosing = false } = code ?? {}
      if ((name === 'raw' || name === 'comment') && !isClosing && isEnded.has(name)) within = name
      else kept.push(token)
    }
  }
  return kept
}
