import { isCode, type KindRule, next, previous } from '../keys/kind-rule.ts'
import { memberReading, resultMember } from './member.ts'

/** Each character can be read in one way alone: `a?.b` ends no name in `?` before it asks for a member. */
const CALLED =
  /^\.?[A-Za-z_$@][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*(?:(?:(?:!\??|\?{0,2})\.|[!?]?(?:::|->))[A-Za-z_$][\w$]*)*[!?]?)?[!?]?$/

/** What other packages may call begins with a capital. */
const OWN_IN_PACKAGE = /^[a-z]\w*$/

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
    return memberReading(place)
  },
}
