import { isPlaceholder } from '../allowed/placeholders.ts'
import { STANDARD_MEMBERS } from '../allowed/standard-members.ts'
import { claimOf, NOBODY } from '../keys/claims.ts'
import { type ChunkPlace, next, type Reading } from '../keys/kind-rule.ts'

/** Of what a test expects. */
const MATCHER = /^(?:not|resolves|rejects|to(?:Be|Have|Equal|Match|Throw|Contain|StrictEqual)\w*)$/
/** A name of its own, and no word of a sentence. */
const NAMED = /^[A-Z]\w*[a-z]|_/
const JOINT = /::|->|\?\.|[.#]/

/**
 * A dotted name as a whole, or its pieces together: what the answer declares itself, and what the language has, needs no
 * proof.
 */
export function memberReading(place: ChunkPlace): Reading | 'allowed' | undefined {
  const { chunk, declared, language } = place
  const text = chunk.text.replace(/^[$@](?=[a-z])/, '')
  const pieces = text.split(JOINT).filter((piece) => piece !== '')
  const [head = '', ...members] = pieces
  const last = members.at(-1)
  if (last === undefined) {
    if (language.words.has(text) || declared.has(text) || isPlaceholder(text)) return 'allowed'
    return { keys: [text], ...claimOf(place, text, false) }
  }
  if (language.globals.has(head) && !declared.has(head)) {
    const [member = ''] = members
    const isScript = language.family === 'script' || place.region.kind === 'span'
    const isUnknown = isScript && STANDARD_MEMBERS.get(head)?.has(member) === false
    return isUnknown && !declared.has(member) ? { keys: [text] } : 'allowed'
  }
  // What hangs on a part that the answer has made up is its own as well: `request.state.pool.fetch`.
  const mine = members.findLastIndex((member) => declared.has(member) || place.own.texts.has(member))
  if (mine > 0 && mine < members.length - 1) return 'allowed'
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
  const claim = isArgument(place) ? NOBODY : claimOf(place, head, true)
  if (isOwn)
    // What hangs on a real member may be the reader's: a column of `stmt.excluded`.
    return {
      keys: [text, members.join('.'), ...(own.length === 1 || next(place) !== '(' ? own.slice(0, 1) : [])],
      parts: own,
      ...claim,
    }
  return {
    // Documentation of `click` may write `UsageError` alone.
    keys: [text, text.replaceAll('::', '.'), text.replaceAll('?.', '.'), ...(NAMED.test(last) ? [last] : [])],
    // Between what the product gives and what it is asked to do stand names of the reader: `client.orders.list.query()`.
    parts: next(place) === '(' && members.length > 2 ? [head, last] : [head, ...own],
    ...claim,
  }
}

/** What a command is given, and a value of a configuration. */
function isArgument({ region, language, isWholeSpan, text, chunk }: ChunkPlace): boolean {
  if (region.kind === 'prose' || isWholeSpan || !(language.family === 'data' || language.isShell))
    return false
  return !/^["']?[ \t]?[=:(]/.test(text.slice(chunk.end, chunk.end + 3))
}

/** Members of what a call returned: `.rows.first` in `(await query()).rows.first`. */
export function resultMember(place: ChunkPlace): Reading | 'allowed' {
  const { chunk, language, declared, own } = place
  const name = chunk.text.slice(1)
  const pieces = name.split(/[.:>?]+/).filter((piece) => piece !== '')
  const isKnown = (piece: string) =>
    language.members.has(piece) || declared.has(piece) || own.fields.has(piece)
  if (pieces.every((piece) => isKnown(piece) || MATCHER.test(piece))) return 'allowed'
  const root = place.roots.get(chunk.start) ?? ''
  const claim = place.modules.has(root) ? claimOf(place, root, true) : NOBODY
  return { text: name, start: chunk.start + 1, keys: [name, chunk.text], parts: pieces, ...claim }
}
