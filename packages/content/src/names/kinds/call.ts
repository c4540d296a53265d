import { type ChunkPlace, isCode, type KindRule, next, previous } from '../keys/kind-rule.ts'
import { memberReading, resultMember } from './member.ts'

/** Each character can be read in one way alone: `a?.b` ends no name in `?` before it asks for a member. */
const CALLED =
  /^\.?[A-Za-z_$@][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*(?:(?:(?:!\??|\?{0,2})\.|[!?]?(?:::|->))[A-Za-z_$][\w$]*)*[!?]?)?[!?]?$/

/** What other packages may call begins with a capital. */
const OWN_IN_PACKAGE = /^[a-z]\w*$/

/** A script that says where its names come from has others from its reader. */
function isUnimported({ text, chunk, region, language }: ChunkPlace): boolean {
  if (region.kind !== 'fence' || language.family !== 'script' || !OWN_IN_PACKAGE.test(chunk.text))
    return false
  const code = text.slice(region.start, region.end)
  return /^[ \t]*import\s|\brequire\(/m.test(code) && !isNamed(code, chunk.text)
}

/** Whether code has a name otherwise than as a call, such as in a list of imports. */
function isNamed(code: string, name: string): boolean {
  for (let at = code.indexOf(name); at !== -1; at = code.indexOf(name, at + 1)) {
    const isWhole = !/[\w$]/.test(code[at - 1] ?? '') && !/[\w$(]/.test(code[at + name.length] ?? '')
    if (isWhole) return true
  }
  return false
}

/** Calls of functions and methods, macros and constructors. */
export const call: KindRule = {
  kind: 'call',
  read(place) {
    const { text, chunk } = place
    if (next(place) !== '(' || !CALLED.test(chunk.text)) return undefined
    // "option(s)" of prose is no call.
    if (!isCode(place) && text[chunk.end + 1] !== ')') return undefined
    // A method of what a call returned.
    if (chunk.text.startsWith('.')) return resultMember(place)
    // The letters before it belong to another script.
    if (/[\p{L}\p{N}]/u.test(previous(place))) return undefined
    if (place.language.callsByPackage && OWN_IN_PACKAGE.test(chunk.text)) return 'allowed'
    if (isUnimported(place)) return 'allowed'
    const reading = memberReading(place)
    const isHelper = place.region.kind === 'fence' && OWN_IN_PACKAGE.test(chunk.text) && reading !== 'allowed'
    return isHelper && reading && !place.own.mentioned.has(chunk.text)
      ? { ...reading, freeUnless: [] }
      : reading
  },
}
