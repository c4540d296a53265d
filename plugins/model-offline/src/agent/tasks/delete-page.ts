import { isDocumentationFile, pagePathOf } from '@docent/content'
import type { Instruction } from '../instruction.ts'
import { withoutEntry } from '../navigation-edit.ts'
import { CannotDo, call, type Program } from '../program.ts'
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
  const linked = /^Still linked from .+$/m.exec(result.text)?.[0]
  return `Deleted ${path}.${entry}${linked === undefined ? '' : ` ${linked}`}`
}
