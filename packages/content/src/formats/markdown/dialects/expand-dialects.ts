import { withoutCodeMarks } from './code-marks.ts'
import { dropCodeReferences } from './code-references.ts'
import { expandColonContainers } from './colon-containers.ts'
import { expandDefinitionLists } from './definition-lists.ts'
import { expandIndentedBlocks } from './indented-blocks.ts'
import { expandInlineMarks } from './inline-marks.ts'
import { expandLiquidTags } from './liquid/liquid-tags.ts'
import { sourceLines } from './parts/source-lines.ts'
import { expandShortcodes } from './shortcodes.ts'
import { expandSlashBlocks } from './slash-blocks.ts'

/**
 * Writes what only one site generator knows as elements and Markdown that every parser knows: containers of VitePress,
 * Docusaurus and Starlight, admonitions, blocks, tabs and definition lists of MkDocs, shortcodes of Hugo, tags of GitBook and
 * Markdoc. Code stays as it is. Pages and passages are made from the same text.
 */
export function expandDialects(source: string): string {
  let lines = sourceLines(source)
  if (source.includes('{{<') || source.includes('{{%')) lines = sourceLines(expandShortcodes(lines))
  if (source.includes('{%')) lines = sourceLines(expandLiquidTags(lines))
  if (/^[ \t]*(?:!!!|\?\?\?|===)/m.test(source)) lines = expandIndentedBlocks(lines)
  if (source.includes('///')) lines = expandSlashBlocks(lines)
  if (source.includes(':::')) lines = expandColonContainers(lines)
  if (/^ {0,3}:[ \t]/m.test(source)) lines = expandDefinitionLists(lines)
  if (source.includes('][')) lines = dropCodeReferences(lines)
  if (/\[!code|highlight-|twoslash/.test(source)) lines = withoutCodeMarks(lines)
  return expandInlineMarks(lines)
}
