import { dropCodeReferences } from './code-references.ts'
import { expandColonContainers } from './colon-containers.ts'
import { expandIndentedBlocks } from './indented-blocks.ts'
import { expandInlineMarks } from './inline-marks.ts'
import { expandShortcodes } from './shortcodes.ts'
import { sourceLines } from './source-lines.ts'

/**
 * Writes what only one site generator knows as elements and Markdown that every parser knows: containers of VitePress,
 * Docusaurus and Starlight, admonitions and tabs of MkDocs, shortcodes of Hugo. Code stays as it is.
 */
export function expandSyntax(source: string): string {
  let lines = sourceLines(source)
  if (source.includes('{{<') || source.includes('{{%')) lines = sourceLines(expandShortcodes(lines))
  if (/^[ \t]*(?:!!!|\?\?\?|===)/m.test(source)) lines = expandIndentedBlocks(lines)
  if (source.includes(':::')) lines = expandColonContainers(lines)
  if (source.includes('][')) lines = dropCodeReferences(lines)
  return expandInlineMarks(lines)
}
