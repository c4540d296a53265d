import { JsonSyntaxError, type LocatedArray, type LocatedJson, parseLocatedJson } from '../located-json.ts'

/** A part of a text, and what stands there instead. */
export interface TextChange {
  start: number
  end: number
  text: string
}

/** A key or an item of JSON with its place. */
interface Part {
  start: number
  end: number
}

/** A key of an object, with its place, and the value behind it. */
export interface LocatedKey extends Part {
  key: string
  keyEnd: number
}

/** JSON with places; undefined for a text that is none. */
export function readJson(source: string): LocatedJson | undefined {
  try {
    return parseLocatedJson(source)
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined
    throw error
  }
}

/** The keys of the outermost object. */
export function topKeys(source: string): LocatedKey[] {
  const root = readJson(source)
  if (root?.kind !== 'object') return []
  let from = root.start
  return root.entries.map(({ key, value }) => {
    const written = /("(?:[^"\\\n]|\\.)*")\s*:\s*$/.exec(source.slice(from, value.start))
    const start = from + (written?.index ?? 0)
    from = value.end
    return { key, start, keyEnd: start + (written?.[1]?.length ?? 0), end: value.end }
  })
}

/** Takes a part out of a list, with the comma beside it. */
export function withoutPart(parts: readonly Part[], index: number): TextChange {
  const [last, part, next] = [parts[index - 1], parts[index], parts[index + 1]]
  if (part === undefined) return { start: 0, end: 0, text: '' }
  if (next !== undefined) return { start: part.start, end: next.start, text: '' }
  return { start: last?.end ?? part.start, end: part.end, text: '' }
}

/** Puts a part behind the last one, on a line of its own where the others are. */
export function withPart(source: string, parts: readonly Part[], text: string): TextChange | undefined {
  const last = parts.at(-1)
  if (last === undefined) return undefined
  const line = /\r?\n[ \t]*$/.exec(source.slice(0, last.start))?.[0] ?? ' '
  return { start: last.end, end: last.end, text: `,${line}${text}` }
}

export function changed(source: string, changes: readonly (TextChange | undefined)[]): string {
  let text = source
  const all = changes.filter((each) => each !== undefined).sort((a, b) => b.start - a.start)
  for (const { start, end, text: by } of all) text = text.slice(0, start) + by + text.slice(end)
  return text
}

export function arrayAt(root: LocatedJson | undefined, key: string): LocatedArray | undefined {
  if (root?.kind !== 'object') return undefined
  const value = root.entries.findLast((entry) => entry.key === key)?.value
  return value?.kind === 'array' ? value : undefined
}
