import { isDocumentationFile, pagePathOf } from '@docent/content'
import type { Instruction } from '../instruction.ts'
import { withoutEntry } from '../navigation-edit.ts'
import { CannotDo, call, type Program } from '../program.ts'
import type { ToolResult } from '../transcript.ts'
import type { WorkspaceView } from '../workspace-view.ts'
import { editNavigation } from './navigation-file.ts'

/** Deletes a page and its navigation entry, and tells which pages still link to it, as the tool says. */
export function* deletePage(
  instruction: Extract<Instruction, { kind: 'delete-page' }>,
  view: WorkspaceView,
): Program<string> {
  const path = yield* view.resolve(instruction.page)
  const result = yield* call('delete_file', { path })
  if (!result.ok) throw new CannotDo(result.text)
  view.deleted(path)
  if (!isDocumentationFile(path)) return `Deleted ${path}.`
  const route = pagePathOf(path, view.root)
  const navigation = yield* editNavigation(view, (source) => withoutEntry(source, route))
  const entry = navigation === undefined ? '' : ` Took its entry out of ${navigation}.`
  const linking = linksOf(result.fields)
  const linked = linking.length === 0 ? '' : ` Still linked from ${linking.join('; ')}.`
  return `Deleted ${path}.${entry}${linked}`
}

/** `docs/a.mdx:3, 9` for each page that still links to the deleted one. */
function linksOf(fields: ToolResult['fields']): string[] {
  const linking = Array.isArray(fields?.linking) ? fields.linking : []
  return linking.map(({ path, lines }: { path: string; lines: number[] }) => `${path}:${lines.join(', ')}`)
}
