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
  const has = (...marks: readonly string[]) => marks.some((mark) => source.includes(mark))
  let lines = sourceLines(source)
  if (has('{{<', '{{%')) lines = sourceLines(expandShortcodes(lines))
  if (has('{%')) lines = sourceLines(expandLiquidTags(lines))
  if (has('!!!', '???', '===')) lines = expandIndentedBlocks(lines)
  if (has('///')) lines = expandSlashBlocks(lines)
  if (has(':::')) lines = expandColonContainers(lines)
  if (/^ {0,3}:[ \t]/m.test(source)) lines = expandDefinitionLists(lines)
  if (has('][')) lines = dropCodeReferences(lines)
  if (has('[!code', 'highlight-', 'twoslash')) lines = withoutCodeMarks(lines)
  return expandInlineMarks(lines)
}
