export interface DiffLine {
  kind: 'place' | 'context' | 'added' | 'removed' | 'note'
  /** Without the sign in front. */
  text: string
  oldLine?: number
  newLine?: number
}

export interface DiffFile {
  path: string
  /** The path before, of a file that moved. */
  from?: string
  change: 'added' | 'modified' | 'deleted' | 'renamed'
  isBinary: boolean
  added: number
  removed: number
  lines: DiffLine[]
}

/**
 * Reads the output of `git diff`. The counts of each hunk's header say what belongs to it, so that no content can pass
 * for a header. What is no diff gives no files.
 */
export function parseDiff(diff: string): DiffFile[] {
  const files: DiffFile[] = []
  let file: DiffFile | undefined
  let oldLine = 0
  let newLine = 0
  let oldLeft = 0
  let newLeft = 0
  for (const raw of diff.split('\n')) {
    if (file && (oldLeft > 0 || newLeft > 0)) {
      const text = raw.slice(1).replace(/\r$/, '')
      if (raw.startsWith('+')) {
        file.lines.push({ kind: 'added', text, newLine: newLine++ })
        file.added++
        newLeft--
      } else if (raw.startsWith('-')) {
        file.lines.push({ kind: 'removed', text, oldLine: oldLine++ })
        file.removed++
        oldLeft--
      } else if (raw.startsWith('\\')) {
        file.lines.push({ kind: 'note', text: text.trim() })
      } else {
        file.lines.push({ kind: 'context', text, oldLine: oldLine++, newLine: newLine++ })
        oldLeft--
        newLeft--
      }
      continue
    }
    if (raw.startsWith('diff --git ')) {
      const path = pathOfHeader(raw.slice('diff --git '.length))
      file = { path, change: 'modified', isBinary: false, added: 0, removed: 0, lines: [] }
      files.push(file)
      continue
    }
    if (!file) continue
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(raw)
    if (hunk) {
      oldLine = Number(hunk[1])
      oldLeft = Number(hunk[2] ?? 1)
      newLine = Number(hunk[3])
      newLeft = Number(hunk[4] ?? 1)
      file.lines.push({ kind: 'place', text: raw })
    } else if (raw.startsWith('\\')) file.lines.push({ kind: 'note', text: raw.slice(1).trim() })
    else readHeader(file, raw)
  }
  return files
}

function readHeader(file: DiffFile, line: string): void {
  if (line.startsWith('new file mode')) file.change = 'added'
  else if (line.startsWith('deleted file mode')) file.change = 'deleted'
  else if (line.startsWith('Binary files ') || line === 'GIT binary patch') file.isBinary = true
  else if (line.startsWith('rename from ')) {
    file.change = 'renamed'
    file.from = unquote(line.slice('rename from '.length))
  } else if (line.startsWith('rename to ')) file.path = unquote(line.slice('rename to '.length))
  else if (line.startsWith('+++ ') && line !== '+++ /dev/null') file.path = pathOfSide(line.slice(4))
  else if (line.startsWith('--- ') && line !== '--- /dev/null' && file.change === 'deleted') {
    file.path = pathOfSide(line.slice(4))
  }
}

/** `a/x b/x`: only where both are the same is there no other header (mode changes, empty and binary files). */
function pathOfHeader(names: string): string {
  if (names.startsWith('"')) {
    const second = /^"(?:[^"\\]|\\.)*" (.*)$/.exec(names)?.[1]
    return pathOfSide(second ?? names)
  }
  return pathOfSide(names.slice((names.length + 1) / 2))
}

function pathOfSide(side: string): string {
  // git ends a name with spaces in it with a tab.
  return unquote(side.replace(/\t$/, '')).replace(/^[ab]\//, '')
}

const SIMPLE: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }

/** A name in C quotes, as git writes it (git-config(1), core.quotePath); others as they are. */
function unquote(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"') || name.length < 2) return name
  const bytes: Buffer[] = []
  for (const [, octal, escaped, plain] of name.slice(1, -1).matchAll(/\\([0-3][0-7]{2})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Buffer.of(Number.parseInt(octal, 8)))
    else if (escaped !== undefined) {
      const code = SIMPLE[escaped]
      bytes.push(code === undefined ? Buffer.from(escaped) : Buffer.of(code))
    } else bytes.push(Buffer.from(plain ?? ''))
  }
  return Buffer.concat(bytes).toString('utf8')
}
