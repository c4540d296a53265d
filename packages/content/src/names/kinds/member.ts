import { isPlaceholder } from '../allowed/placeholders.ts'
import { STANDARD_MEMBERS } from '../allowed/standard-members.ts'
import { type ChunkPlace, next, type Reading } from '../keys/kind-rule.ts'
import { baseKey } from '../keys/name-keys.ts'

/** Of what a test expects. */
const MATCHER = /^(?:not|resolves|rejects|to(?:Be|Have|Equal|Match|Throw|Contain|StrictEqual)\w*)$/
const JOINT = /::|->|\?\.|[.#]/

/**
 * A dotted name as a whole, or its pieces together: what the answer declares itself, and what the language has, needs no
 * proof.
 */
export function memberReading(place: ChunkPlace): Reading | 'allowed' | undefined {
  const { chunk, declared, language } = place
  const text = chunk.text.replace(/^\$(?=[a-z])/, '')
  const pieces = text.split(JOINT).filter((piece) => piece !== '')
  const [head = '', ...members] = pieces
  const last = members.at(-1)
  if (last === undefined) {
    if (language.words.has(text) || declared.has(text) || isPlaceholder(text)) return 'allowed'
    return { keys: [text] }
  }
  if (language.globals.has(head)) {
    const [member = ''] = members
    const isScript = language.family === 'script' || place.region.kind === 'span'
    const isUnknown = isScript && STANDARD_MEMBERS.get(head)?.has(member) === false
    return isUnknown && !declared.has(head) && !declared.has(member) ? { keys: [text] } : 'allowed'
  }
  const isMade = members.some((member) => place.own.fields.has(member))
  const isOwn = isMade || declared.has(head) || language.words.has(head) || isPlaceholder(head)
  const own = members.filter(
    (member, at) =>
      !language.members.has(member) &&
      !declared.has(member) &&
      !place.own.fields.has(member) &&
      !place.own.texts.has(member) &&
      // Between a variable and what is asked of it stand names of the reader: `api.orders.get()`.
      !(declared.has(head) && next(place) === '(' && at < members.length - 1),
  )
  if (own.length === 0) return !isOwn && place.isWholeSpan ? { keys: [text, head] } : 'allowed'
  if (isOwn) {
    const reading = { keys: [text, members.join('.'), ...(own.length === 1 ? own : [])], parts: own }
    // Fields of one's own data are one's own; methods are those of the product that made it.
    const module = place.modules.get(head)
    if (!declared.has(head) || next(place) === '(')
      return { ...reading, ...(module !== undefined && { freeUnless: [module] }) }
    if (place.region.kind === 'fence' || isInCode(place, text)) return 'allowed'
    return { ...reading, ownUnless: [baseKey(head)] }
  }
  return {
    keys: [text, text.replaceAll('::', '.'), text.replaceAll('?.', '.')],
    // Between what the product gives and what it is asked to do stand names of the reader: `client.orders.list.query()`.
    parts: next(place) === '(' && members.length > 2 ? [head, last] : [head, ...own],
    ...freeIn(place, head),
  }
}

/** Code that has an object from elsewhere; an argument of a command, and a value of a configuration. */
function freeIn(place: ChunkPlace, head: string): Pick<Reading, 'freeUnless'> {
  const { region, language, isWholeSpan, text, chunk } = place
  const module = place.modules.get(head)
  if (module !== undefined && region.kind !== 'fence') return { freeUnless: [module] }
  if (region.kind === 'prose' || isWholeSpan) return {}
  if (language.family === 'data' || language.isShell)
    return /^["']?[ \t]?[=:(]/.test(text.slice(chunk.end, chunk.end + 3)) ? {} : { freeUnless: [] }
  return region.kind === 'fence' ? { freeUnless: [baseKey(head)] } : {}
}

/** Members of what a call returned: `.rows.first` in `(await query()).rows.first`. */
export function resultMember({ chunk, language, declared, own }: ChunkPlace): Reading | 'allowed' {
  const name = chunk.text.slice(1)
  const pieces = name.split(/[.:>?]+/).filter((piece) => piece !== '')
  const isKnown = (piece: string) =>
    language.members.has(piece) || declared.has(piece) || own.fields.has(piece)
  if (pieces.every((piece) => isKnown(piece) || MATCHER.test(piece))) return 'allowed'
  return { text: name, start: chunk.start + 1, keys: [name, chunk.text], parts: pieces }
}

/** Whether the answer writes it outside of code spans as well: then the span is about that code. */
function isInCode({ text }: ChunkPlace, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!/[`\w.$]/.test(text[at - 1] ?? '') && !/[`\w]/.test(text[at + name.length] ?? '')) return true
  }
  return false
}
