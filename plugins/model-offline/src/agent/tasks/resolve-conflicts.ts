import { callAll, type Program, type ToolRequest } from '../program.ts'
import { uniqueEdit } from '../unique-edit.ts'
import type { WorkspaceView } from '../workspace-view.ts'

/** Keeps the lines of both sides of every conflict, and says so: a person reviews what comes of it. */
export function* resolveConflicts(paths: readonly string[], view: WorkspaceView): Program<string> {
  const requests: ToolRequest[] = []
  for (const path of paths) {
    const file = yield* view.read(path)
    let text = file?.text ?? ''
    for (let conflict = conflictIn(text); conflict !== undefined; conflict = conflictIn(text)) {
      const { start, end, first, second } = conflict
      const known = new Set(first.split('\n'))
      const added = second.split('\n').filter((line) => line !== '' && !known.has(line))
      const both = `${first}${added.join('\n')}`.replace(/\n$/, '')
      requests.push({ toolName: 'edit_file', input: { ...uniqueEdit(path, text, start, end, both) } })
      text = text.slice(0, start) + both + text.slice(end)
    }
  }
  const results = yield* callAll(requests)
  const failed = results.flatMap((result, index) => (result.ok ? [] : [String(requests[index]?.input.path)]))
  const left = failed.length === 0 ? '' : ` The conflict in ${failed.join(', ')} could not be resolved.`
  return `The branch had moved: in ${paths.join(', ')} I kept the lines of both sides. Please look at them with care.${left}`
}

interface Conflict {
  start: number
  end: number
  /** The lines of both sides. */
  first: string
  second: string
}

/** The first conflict of a text, by the lines that mark it. */
function conflictIn(text: string): Conflict | undefined {
  const open = /^<{7}.*\n/m.exec(text)
  if (open === null) return undefined
  const from = open.index + open[0].length
  const middle = /^={7}\n/m.exec(text.slice(from))
  if (middle === null) return undefined
  const behind = from + middle.index + middle[0].length
  const close = /^>{7}.*$/m.exec(text.slice(behind))
  if (close === null) return undefined
  const ours = text.slice(from, from + middle.index)
  const base = ours.search(/^\|{7}/m)
  return {
    start: open.index,
    end: behind + close.index + close[0].length,
    first: base < 0 ? ours : ours.slice(0, base),
    second: text.slice(behind, behind + close.index),
  }
}
