import type { ReplaceInstruction } from '../instruction.ts'
import { short } from '../instruction.ts'
import { CannotDo, call, callAll, type Program, type ToolRequest } from '../program.ts'
import { uniqueEdit } from '../unique-edit.ts'
import { readHits, type WorkspaceView } from '../workspace-view.ts'

/** Rounds of a search that shows only its first matches. */
const MAX_ROUNDS = 20

/** Replaces a text in the named pages, or in every file that has it. */
export function* replaceText(instruction: ReplaceInstruction, view: WorkspaceView): Program<string> {
  const { old, new: by } = instruction
  const done = new Set<string>()
  const failed = new Map<string, string>()
  let found = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const search =
      instruction.pages === undefined
        ? yield* filesWith(old, view)
        : { files: yield* resolveAll(instruction.pages, view), more: false }
    const files = search.files.filter((path) => !done.has(path) && !failed.has(path))
    found += files.length
    const requests: ToolRequest[] = []
    for (const path of files) requests.push(...(yield* editsOf(instruction, path, view)))
    const results = yield* callAll(requests)
    for (const [index, result] of results.entries()) {
      const path = String(requests[index]?.input.path)
      if (result.ok) {
        view.wrote(path)
        done.add(path)
      } else failed.set(path, result.text.split('\n')[0] ?? '')
    }
    if (!search.more || files.length === 0) break
  }
  if (found === 0) throw new CannotDo(`The text “${short(old)}” is nowhere in the documentation.`)
  const reasons = [...failed].map(([path, reason]) => `${path}: ${reason}`)
  if (done.size === 0 && failed.size === 0) {
    throw new CannotDo(`“${short(old)}” stands there only as a part of other words.`)
  }
  if (done.size === 0) throw new CannotDo(reasons.join(' '))
  const what = by === '' ? `Removed “${short(old)}”` : `Replaced “${short(old)}” with “${short(by)}”`
  return `${what} in ${list([...done])}.${reasons.length === 0 ? '' : ` Not replaced: ${reasons.join(' ')}`}`
}

function* filesWith(old: string, view: WorkspaceView): Program<{ files: string[]; more: boolean }> {
  // A search looks at lines: the longest of several stands for all.
  const longest = old.split('\n').reduce((a, b) => (b.length > a.length ? b : a))
  const result = yield* call('search_files', { pattern: longest, fixed: true, ...view.scope() })
  if (!result.ok) throw new CannotDo(`The search failed: ${result.text}`)
  const hits = readHits(result.text)
  // What is no hit says that there are more.
  return {
    files: [...new Set(hits.map((hit) => hit.path))],
    more: hits.length > 0 && result.text.split('\n').length > hits.length,
  }
}

function* resolveAll(pages: readonly string[], view: WorkspaceView): Program<string[]> {
  const files: string[] = []
  for (const page of pages) files.push(yield* view.resolve(page))
  return files
}

/** One edit of all occurrences; for whole words only, one edit a line where the text is also a part of longer words. */
function* editsOf(
  instruction: ReplaceInstruction,
  path: string,
  view: WorkspaceView,
): Program<ToolRequest[]> {
  const { old, new: by } = instruction
  const whole: ToolRequest = {
    toolName: 'edit_file',
    input: { path, old_text: old, new_text: by, all: true },
  }
  if (!instruction.wholeWord) return [whole]
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}_])${old.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}_])`,
    'gu',
  )
  const page = yield* view.read(path)
  if (page === undefined || page.text.split(old).length - 1 === [...page.text.matchAll(word)].length)
    return [whole]
  const edits: ToolRequest[] = []
  let text = page.text
  for (let from = 0; ; ) {
    word.lastIndex = from
    const match = word.exec(text)
    if (match === null) break
    const edit = uniqueEdit(path, text, match.index, match.index + old.length, by)
    edits.push({ toolName: 'edit_file', input: { ...edit } })
    text = text.slice(0, match.index) + by + text.slice(match.index + old.length)
    from = match.index + by.length
  }
  return edits
}

function list(paths: readonly string[]): string {
  if (paths.length <= 5) return paths.join(', ')
  return `${paths.length} files (${paths.slice(0, 4).join(', ')}, …)`
}
