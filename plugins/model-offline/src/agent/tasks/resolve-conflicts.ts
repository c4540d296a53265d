import { callAll, type Program, type ToolRequest } from '../program.ts'
import { uniqueEdit } from '../unique-edit.ts'
import type { WorkspaceView } from '../workspace-view.ts'

const CONFLICT = /^<{7}.*\n([\s\S]*?)^(?:\|{7}.*\n[\s\S]*?^)?={7}\n([\s\S]*?)^>{7}.*$/m

/** Keeps the lines of both sides of every conflict, and says so: a person reviews what comes of it. */
export function* resolveConflicts(paths: readonly string[], view: WorkspaceView): Program<string> {
  const requests: ToolRequest[] = []
  for (const path of paths) {
    const file = yield* view.read(path)
    let text = file?.text ?? ''
    for (let match = CONFLICT.exec(text); match !== null; match = CONFLICT.exec(text)) {
      const [first = '', second = ''] = [match[1], match[2]]
      const known = new Set(first.split('\n'))
      const added = second.split('\n').filter((line) => line !== '' && !known.has(line))
      const both = `${first}${added.join('\n')}`.replace(/\n$/, '')
      const end = match.index + match[0].length
      requests.push({ toolName: 'edit_file', input: { ...uniqueEdit(path, text, match.index, end, both) } })
      text = text.slice(0, match.index) + both + text.slice(end)
    }
  }
  const results = yield* callAll(requests)
  const failed = results.flatMap((result, index) => (result.ok ? [] : [String(requests[index]?.input.path)]))
  const left = failed.length === 0 ? '' : ` The conflict in ${failed.join(', ')} could not be resolved.`
  return `The branch had moved: in ${paths.join(', ')} I kept the lines of both sides. Please look at them with care.${left}`
}
