import { isPlaceholder } from '../allowed/placeholders.ts'
import { STANDARD_MEMBERS } from '../allowed/standard-members.ts'
import { type ChunkPlace, next, type Reading } from '../kind-rule.ts'

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
    const isUnknown = language.family === 'script' && STANDARD_MEMBERS.get(head)?.has(member) === false
    return isUnknown && !declared.has(head) && !declared.has(member) ? { keys: [text] } : 'allowed'
  }
  const isOwn = declared.has(head) || language.words.has(head) || isPlaceholder(head)
  const own = members.filter((member) => !language.members.has(member) && !declared.has(member))
  if (own.length === 0) return isOwn || members.length > 0 ? 'allowed' : undefined
  // Fields of one's own data are one's own; methods are those of the product that made it.
  if (isOwn && declared.has(head) && next(place) !== '(') return 'allowed'
  if (isOwn) return { keys: [text, members.join('.'), ...(own.length === 1 ? own : [])], parts: own }
  return { keys: [text, text.replaceAll('::', '.'), text.replaceAll('?.', '.')], parts: [head, ...own] }
}
