import type { ChangeSummary } from '../../ports/workspaces.ts'

/** `path: what and why`, after bold, backticks and links were taken off the path. */
const NOTE = /^(\S.*?)\s*(?::| –| —| -)\s+(\S.*)$/
/** Longer lines are prose. */
const LONGEST = 1000

export interface FileNotes {
  /** Path → what the model says of it. */
  notes: ReadonlyMap<string, string>
  /** The message without the lines that became notes. */
  rest: string
}

/**
 * Takes the list of changed files out of the model's closing message, so that a pull request tells of each file in one
 * place. A message with headings of its own, as a template asks for, stays whole.
 */
export function fileNotes(
  message: string,
  changes: readonly Pick<ChangeSummary, 'path' | 'from'>[],
): FileNotes {
  const lines = message.trim().split('\n')
  if (lines.some((line) => /^#{1,6}\s/.test(line))) return { notes: new Map(), rest: message.trim() }
  const known = new Map<string, string>()
  for (const { path, from } of changes) {
    known.set(path, path)
    if (from !== undefined) known.set(from, path)
  }
  const notes = new Map<string, string>()
  const rest: string[] = []
  for (const line of lines) {
    const note = readNote(line, known)
    if (note === undefined || notes.has(note.path)) rest.push(line)
    else notes.set(note.path, note.text)
  }
  // A line that only announced the list has nothing to announce any more.
  while (notes.size > 0 && /^.{0,60}:$|^$/.test(rest.at(-1)?.trim() ?? 'text')) rest.pop()
  return {
    notes,
    rest: rest
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

function readNote(
  line: string,
  known: ReadonlyMap<string, string>,
): { path: string; text: string } | undefined {
  if (line.length > LONGEST) return undefined
  const item = /^ {0,6}[-*+] +/.exec(line)
  if (item === null) return undefined
  const bare = line
    .slice(item[0].length)
    .replace(/\[([^\]]{0,1000})\]\([^)]{0,1000}\)/, '$1')
    .replaceAll('**', '')
    .replace(/^`([^`]+)`/, '$1')
  const match = NOTE.exec(bare)
  const path = known.get((match?.[1] ?? '').replace(/^\.?\//, ''))
  return match === null || path === undefined ? undefined : { path, text: match[2] ?? '' }
}
