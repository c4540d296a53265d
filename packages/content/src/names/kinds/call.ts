import { type ChunkPlace, isCode, type KindRule, next, previous, type Reading } from '../kind-rule.ts'
import { memberReading } from './member.ts'

const CALLED = /^\.?[A-Za-z_$@][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*[!?]?)*[!?]?$/

function memberOf({ chunk, language, declared }: ChunkPlace): Reading | 'allowed' {
  const name = chunk.text.slice(1)
  const pieces = name.split(/[.:>?]+/)
  if (pieces.every((piece) => language.members.has(piece) || declared.has(piece))) return 'allowed'
  return { text: name, start: chunk.start + 1, keys: [name, chunk.text], parts: pieces }
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
    if (chunk.text.startsWith('.')) return memberOf(place)
    // The letters before it belong to another script.
    if (/[\p{L}\p{N}]/u.test(previous(place))) return undefined
    return memberReading(place)
  },
}
