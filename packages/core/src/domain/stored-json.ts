/** Marks a value that JSON has no notation for; an object that happens to have this key is wrapped itself. */
const TAG = '$docent'

/**
 * JSON for stores that keeps bytes (`Uint8Array`) and `URL`s, which the file parts of model messages may hold.
 * Everything else is as in `JSON.stringify`.
 */
export function stringifyStored(value: unknown): string {
  return JSON.stringify(value, replace)
}

/** Reads what `stringifyStored` wrote. @throws SyntaxError */
export function parseStored(text: string): unknown {
  // Most texts hold no mark, and a reviver makes parsing several times slower.
  return text.includes(TAG) ? restore(JSON.parse(text)) : JSON.parse(text)
}

/** `value` has been through `toJSON` already, which bytes in a Buffer and URLs have: the holder has the original. */
function replace(this: unknown, key: string, value: unknown): unknown {
  if (isRecord(this) && this[TAG] !== undefined && key === 'value') return value
  const original = isRecord(this) || Array.isArray(this) ? (this as Record<string, unknown>)[key] : value
  if (original instanceof Uint8Array)
    return { [TAG]: 'bytes', value: Buffer.from(original).toString('base64') }
  if (original instanceof URL) return { [TAG]: 'url', value: original.href }
  if (isRecord(original) && TAG in original) return { [TAG]: 'entries', value: Object.entries(original) }
  return value
}

function restore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restore)
  if (!isRecord(value)) return value
  const { [TAG]: tag, value: content } = value
  if (tag === 'bytes') return new Uint8Array(Buffer.from(String(content), 'base64'))
  if (tag === 'url') return new URL(String(content))
  if (tag === 'entries') return Object.fromEntries((content as [string, unknown][]).map(restoreEntry))
  return Object.fromEntries(Object.entries(value).map(restoreEntry))
}

function restoreEntry([key, value]: [string, unknown]): [string, unknown] {
  return [key, restore(value)]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
