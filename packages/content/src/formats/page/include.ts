/** A place in a page where a text of another file stands. */
export interface Include {
  /** Of the place, in the including text. */
  start: number
  end: number
  /** Files that may be meant, the likeliest first. Relative to the documentation folder; outside of it with `../`. */
  candidates: readonly string[]
  /** In the syntax of several generators, which look for the file elsewhere. */
  isShared?: boolean
  /** The part of the file that the page takes. Default: all of it. */
  select?(text: string): string
  /** What stands in the place of an include inside of a line or a block of code. Default: blocks of their own. */
  inPlace?(text: string): string
}

/** The path of a target from a folder: `.` and `..` resolved, and `..` above the documentation folder kept. */
export function pathFrom(folder: string, target: string): string {
  const segments: string[] = []
  for (const segment of `${folder}/${target}`.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop()
    else segments.push(segment)
  }
  return segments.join('/')
}

/** A path as it is named from a folder; the other way round than `pathFrom`. */
export function pathWithin(folder: string, path: string): string {
  const from = folder.split('/').filter((segment) => segment !== '')
  const to = path.split('/')
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/')
}

/** Without the indentation that all of its lines share. */
export function dedent(lines: readonly string[]): string[] {
  const widths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const width = widths.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
  return Number.isFinite(width) ? lines.map((line) => line.slice(width)) : [...lines]
}

/** A block of code that no fence within it ends. */
export function fenced(code: string, info: string): string {
  let longest = 2
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${code.replace(/\n$/, '')}\n${fence}`
}

/** Each line but the first behind what stands before the include. */
export function indented(text: string, indent: string): string {
  return indent === '' ? text : text.split('\n').join(`\n${indent}`)
}

/** The lines of a text with the place of each. A line has no line break. */
export function* placedLines(source: string): Generator<{ line: string; start: number }> {
  let start = 0
  while (start <= source.length) {
    const found = source.indexOf('\n', start)
    const end = found < 0 ? source.length : found
    const line = source.slice(start, end)
    yield { line: line.endsWith('\r') ? line.slice(0, -1) : line, start }
    start = end + 1
  }
}
