import { CannotDo, call, type Program } from '../program.ts'
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
  const result = yield* call('edit_file', { path, ...narrowed(file.text, changed) })
  if (!result.ok) throw new CannotDo(`${path} could not be changed: ${result.text}`)
  view.wrote(path)
  return path
}

/** The changed lines alone, with as many around them as it takes to stand in the file once. */
function narrowed(before: string, after: string): { old_text: string; new_text: string } {
  const old = before.split('\n')
  const now = after.split('\n')
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail++
  for (;;) {
    const text = old.slice(head, old.length - tail).join('\n')
    const first = text === '' ? -1 : before.indexOf(text)
    if (first >= 0 && before.indexOf(text, first + 1) < 0) break
    if (head === 0 && tail === 0) break
    if (head > 0) head--
    else tail--
  }
  return {
    old_text: old.slice(head, old.length - tail).join('\n'),
    new_text: now.slice(head, now.length - tail).join('\n'),
  }
}
