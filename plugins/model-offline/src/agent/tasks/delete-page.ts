import type { Instruction } from '../instruction.ts'
import { CannotDo, call, type Program } from '../program.ts'
import type { WorkspaceView } from '../workspace-view.ts'

/** Deletes a page; the tool takes its entries out of the navigation, and tells which pages still link to it. */
export function* deletePage(
  instruction: Extract<Instruction, { kind: 'delete-page' }>,
  view: WorkspaceView,
): Program<string> {
  const path = yield* view.resolve(instruction.page)
  const result = yield* call('delete_file', { path })
  if (!result.ok) throw new CannotDo(result.text)
  view.deleted(path)
  return String(result.fields?.message ?? result.text)
    .split('\n')
    .join(' ')
}
