/** One place of a file that changed. */
export interface Hunk {
  /** 1-based number of the first removed line, or of the line before where none was removed. */
  readonly oldStart: number
  readonly removed: readonly string[]
  readonly newStart: number
  readonly added: readonly string[]
}

export interface FileDiff {
  readonly path: string
  readonly status: 'added' | 'modified' | 'deleted'
  readonly hunks: readonly Hunk[]
}

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/

/** Reads what `git diff --no-renames` writes. Binary files have no hunks. Takes linear time. */
export function parseDiff(diff: string): FileDiff[] {
  const files: FileDiff[] = []
  let hunks: Hunk[] = []
  let left = { old: 0, new: 0 }
  let hunk = { oldStart: 0, removed: [] as string[], newStart: 0, added: [] as string[] }
  let file: { path: string; status: FileDiff['status']; hunks: Hunk[] } | undefined
  for (const line of diff.split('\n')) {
    // Counted, because a removed line `-- a` looks like a header.
    if (left.old > 0 || left.new > 0) {
      const sign = line[0]
      if (sign === '-') hunk.removed.push(line.slice(1))
      else if (sign === '+') hunk.added.push(line.slice(1))
      if (sign !== '+' && sign !== '\\') left.old--
      if (sign !== '-' && sign !== '\\') left.new--
      continue
    }
    if (line.startsWith('diff --git ')) {
      hunks = []
      file = { path: pathOf(line.slice('diff --git '.length)), status: 'modified', hunks }
      files.push(file)
      continue
    }
    if (file === undefined) continue
    if (line.startsWith('new file mode')) file.status = 'added'
    else if (line.startsWith('deleted file mode')) file.status = 'deleted'
    else if (line.startsWith('@@')) {
      const [, oldStart, oldCount = '1', newStart, newCount = '1'] = HUNK.exec(line) ?? []
      if (oldStart === undefined) continue
      left = { old: Number(oldCount), new: Number(newCount) }
      hunk = { oldStart: Number(oldStart), removed: [], newStart: Number(newStart), added: [] }
      hunks.push(hunk)
    }
  }
  return files
}

/** Both names are the same without renames, so that the second begins in the middle. */
function pathOf(names: string): string {
  return unquoted(names.slice(Math.ceil(names.length / 2)).trim()).replace(/^b\//, '')
}

/** git quotes names with special characters, with bytes in octal. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name
  const bytes: number[] = []
  const inner = name.slice(1, -1)
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] !== '\\') {
      bytes.push(...Buffer.from(inner[at] ?? ''))
      continue
    }
    const octal = /^[0-7]{3}/.exec(inner.slice(at + 1, at + 4))?.[0]
    if (octal === undefined) {
      const sign = inner[++at] ?? ''
      bytes.push(...Buffer.from({ n: '\n', t: '\t', r: '\r' }[sign] ?? sign))
    } else {
      bytes.push(Number.parseInt(octal, 8))
      at += 3
    }
  }
  return Buffer.from(bytes).toString()
}
