import { pathFrom } from '../../formats/page/include.ts'
import { JsonSyntaxError, parseLocatedJson } from '../../located/located-json.ts'
import type { LocatedRecord, LocatedValue, Place } from '../../located/located-value.ts'
import type { Texts } from '../../located/read-script.ts'
import { below, folderOf } from '../../paths/folder.ts'

/** Of all references together. A file that is named twice counts twice. */
const MOST_CHARACTERS = 4_000_000
const MOST_REFERENCES = 4_000
/** Files that name each other. */
const DEEPEST = 10
const REFERENCE = /"\$ref"\s*:\s*"([^"\\\n]{1,500})"/g

/** Files that a part of the configuration names with `$ref`. */
export function referredFiles(file: string, text: string): string[] {
  const paths = [...text.matchAll(REFERENCE)].map(([, written = '']) => referredFile(file, written))
  return paths.filter((path) => path.endsWith('.json'))
}

/**
 * What a `docs.json` or `mint.json` holds, with the contents of other files in place of each `$ref` to them. Never
 * throws: what cannot be read is reported, and undefined or left as it is.
 *
 * @param texts of all files that it is made of
 * @param report takes what is wrong, and where
 * @see https://mintlify.com/docs/organize/settings#split-configuration-with-ref
 */
export function readConfiguration(
  file: string,
  texts: Texts,
  report: (place: Place, message: string) => void = () => undefined,
): LocatedValue | undefined {
  let characters = 0
  let references = 0
  return read(file, [])

  function read(path: string, around: readonly string[]): LocatedValue | undefined {
    const text = texts.get(path) ?? ''
    characters += text.length
    try {
      return resolved(parseLocatedJson(text, path), [...around, path])
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error
      const { offset: start } = error
      report({ file: path, start, end: start }, `The file is not valid JSON: ${error.message}.`)
      return undefined
    }
  }

  function resolved(value: LocatedValue, around: readonly string[]): LocatedValue {
    if (value.kind === 'list')
      return {
        ...value,
        items: value.items.map((item) => ({ ...item, value: resolved(item.value, around) })),
      }
    if (value.kind !== 'record') return value
    const entries = value.entries.map((entry) => ({ ...entry, value: resolved(entry.value, around) }))
    const at = entries.findLastIndex(({ key }) => key === '$ref')
    const reference = entries[at]
    const found = reference && referred(reference.value, around)
    if (reference === undefined || found === undefined) return { ...value, entries }
    // Keys beside a reference count for more than those that it brings, and nothing beside one to a list.
    if (found.kind !== 'record' || entries.length === 1) return found
    return { ...value, entries: entries.with(at, { ...reference, key: undefined, value: found }) }
  }

  function referred(reference: LocatedValue, around: readonly string[]): LocatedValue | undefined {
    const written = reference.kind === 'text' ? reference.value : ''
    const path = referredFile(reference.file, written)
    references += 1
    if (references > MOST_REFERENCES + 1) return undefined
    const problem = problemOf(path, around)
    if (problem === undefined) return read(path, around)
    report(reference, `"$ref": "${written}" ${problem}: what it lists is missing here.`)
    return undefined
  }

  function problemOf(path: string, around: readonly string[]): string | undefined {
    if (references > MOST_REFERENCES || characters > MOST_CHARACTERS)
      return `is beyond the ${MOST_REFERENCES} references and ${MOST_CHARACTERS} characters that are read`
    const isInside = below(folderOf(file), path) !== undefined && !/^(?:\.\.)?\//.test(path)
    if (!isInside || !path.endsWith('.json'))
      return `must name a JSON file in the folder of ${file}, by its path from here`
    if (around.includes(path)) return 'leads back to a file around it'
    if (!texts.has(path)) return `leads to ${path}, which is not among the files that Docent reads`
    if (around.length >= DEEPEST) return `is the ${DEEPEST}th file within another, and no more are read`
    return undefined
  }
}

/** The keys of a record with their values. One beside a `$ref` counts for more than the same one in its file. */
export function membersOf(record: LocatedRecord): Map<string, LocatedValue> {
  const members = new Map<string, LocatedValue>()
  for (const { key, value } of record.entries)
    if (key === undefined && value.kind === 'record')
      for (const [name, each] of membersOf(value)) members.set(name, each)
  for (const { key, value } of record.entries) if (key !== undefined) members.set(key, value)
  return members
}

export function memberAt(value: LocatedValue | undefined, key: string): LocatedValue | undefined {
  return value?.kind === 'record' ? membersOf(value).get(key) : undefined
}

/** The values without their places. */
export function dataOf(value: LocatedValue): unknown {
  if (value.kind === 'list') return value.items.map((item) => dataOf(item.value))
  if (value.kind === 'record')
    return Object.fromEntries([...membersOf(value)].map(([key, each]) => [key, dataOf(each)]))
  return value.kind === 'code' ? undefined : value.value
}

function referredFile(file: string, written: string): string {
  return written.startsWith('/') ? written : pathFrom(folderOf(file), written)
}
