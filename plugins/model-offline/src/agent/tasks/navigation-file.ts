import { CannotDo, call, type Program } from '../program.ts'
import { type Edit, uniqueEdit } from '../unique-edit.ts'
import type { WorkspaceView } from '../workspace-view.ts'

/**
 * Changes the navigation file by a pure function of its text; undefined from it, or the same text, changes nothing.
 * Answers the file's path when it was changed.
 */
export function* editNavigation(
  view: WorkspaceView,
  change: (source: string) => string | undefined,
): Program<string | undefined> {
  const files = yield* view.files()
  const prefix = view.root === '' ? '' : `${view.root}/`
  const path = ['docs.json', 'mint.json']
    .map((name) => `${prefix}${name}`)
    .find((file) => files.includes(file))
  if (path === undefined) return undefined
  const file = yield* view.read(path)
  if (file === undefined || file.hasCutLines) return undefined
  const changed = change(file.text)
  if (changed === undefined || changed === file.text) return undefined
  const result = yield* call('edit_file', { ...narrowed(path, file.text, changed) })
  if (!result.ok) throw new CannotDo(`${path} could not be changed: ${result.text}`)
  view.wrote(path)
  return path
}

/** The changed part alone, with whole lines around it. */
function narrowed(path: string, before: string, after: string): Edit {
  let head = 0
  while (head < before.length && before[head] === after[head]) head++
  let tail = 0
  const room = Math.min(before.length, after.length) - head
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return uniqueEdit(path, before, head, before.length - tail, after.slice(head, after.length - tail))
}
