/**
 * A run of characters that names are made of: ASCII and accented Latin letters, digits and joints. A placeholder such as
 * `{id}` or `<name>` belongs to it behind a joint.
 */
const CHUNK =
  /(?:[A-Za-z0-9\u00C0-\u024F_\-.:/@$%+#=&~?!*\\^]|(?<=[/=.@_:-])(?:<[\w .:-]{1,40}>|\$?\{[\w .:-]{1,40}\}|\[[\w.-]{1,40}\]))+/g

/** Longer runs are data and no names, but for addresses. */
const LONGEST = 200
const LONGEST_ADDRESS = 1_000

export interface Chunk {
  /** Without Markdown marks and punctuation around it. */
  text: string
  start: number
  end: number
}

/** Calls back with each chunk of `text` from `from` to `to`, in order. */
export function eachChunk(
  text: string,
  take: (chunk: Chunk) => void,
  { from = 0, to = text.length }: { from?: number; to?: number } = {},
): void {
  const part = from === 0 && to === text.length ? text : text.slice(from, to)
  const pattern = new RegExp(CHUNK)
  for (let match = pattern.exec(part); match !== null; match = pattern.exec(part)) {
    const [raw] = match
    if (raw.length > LONGEST && !(raw.length <= LONGEST_ADDRESS && raw.includes('://'))) continue
    const [start, end] = trimmed(raw)
    if (start >= end) continue
    const at = from + match.index
    take({ text: raw.slice(start, end), start: at + start, end: at + end })
  }
}

/** Marks of emphasis, brackets of sentences and their ends are no part of a name. */
const NOT_FIRST = /[*=+&!?%^\\]/
const NOT_LAST = /[*=&!?^\\.:~$@#+-]/

const LETTERS = /^[A-Za-z0-9]+$/

function trimmed(raw: string): [number, number] {
  let start = 0
  let end = raw.length
  if (LETTERS.test(raw)) return [start, end]
  while (start < end && NOT_FIRST.test(raw[start] ?? '')) start++
  while (end > start && NOT_LAST.test(raw[end - 1] ?? '')) end--
  if (raw[start] === '_' && raw[end - 1] === '_' && !/^__\w/.test(raw.slice(start, end))) {
    start++
    end--
  }
  return [start, end]
}
