import { isCode, isOfResult, type KindRule, next } from '../keys/kind-rule.ts'
import { memberReading, resultMember } from './member.ts'

const DOTTED = /^[A-Za-z_$@][\w$-]*(?:(?:\.|::|->|\?\.|#)[\w$*][\w$*-]*)+$/
const OF_RESULT = /^\.[A-Za-z_$][\w$]*(?:(?:\.|\?\.)[A-Za-z_$][\w$]*)*$/
/** In prose without marks of code only what no sentence has. */
const IN_PROSE = /^[A-Za-z_$][\w$]*(?:::\w+)+$|^[a-z_$][\w$]*\.[a-z]+[A-Z]\w*$|^[a-z][A-Za-z0-9]*_\w*\.\w+$/
/** Nobody owns these: https://www.rfc-editor.org/rfc/rfc2606. */
const EXAMPLE = /(?:^|\.)example\.(?:com|net|org)$|\.(?:example|invalid|test)$/
/** Names of websites end so. */
const DOMAIN = /\.(?:com|org|net|io|dev|app|sh|ai|co|cloud|me|edu|gov|js)$/

/** Names with joints: `server.port`, `std::env`, `Config#load`. */
export const path: KindRule = {
  kind: 'path',
  read(place) {
    const { chunk } = place
    if (OF_RESULT.test(chunk.text) && isOfResult(place)) return resultMember(place)
    if (!DOTTED.test(chunk.text)) return undefined
    if (/\.\*(?:\.|$)/.test(chunk.text) && place.isWholeSpan) return 'allowed'
    if (EXAMPLE.test(chunk.text) && next(place) !== '(') return 'allowed'
    if (!isCode(place) && !IN_PROSE.test(chunk.text)) return undefined
    if (DOMAIN.test(chunk.text) && next(place) !== '(')
      return place.isWholeSpan ? { keys: [chunk.text] } : undefined
    return memberReading(place)
  },
}
