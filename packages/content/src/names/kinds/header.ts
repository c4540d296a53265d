import { isHttpHeader } from '../allowed/http-headers.ts'
import { isPlaceholder } from '../allowed/placeholders.ts'
import { isCode, type KindRule, next } from '../keys/kind-rule.ts'

const HEADER = /^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+$/
const TITLED = /^(?:[A-Z][A-Za-z0-9]*-)+[A-Z0-9][A-Za-z0-9]*$/
const LOOKED_BACK = 40
/** `-H "Name: value"` of curl. */
const GIVEN = /(?:-H|--header)[ =]?["']?$/
const SAID = /\bheaders?\b/i

/** Header fields of HTTP: `X-Auth-Token`. */
export const header: KindRule = {
  kind: 'key',
  read(place) {
    const { text, chunk, isWholeSpan } = place
    if (!chunk.text.includes('-') || !HEADER.test(chunk.text)) return undefined
    const isTitled = TITLED.test(chunk.text)
    const before = text.slice(Math.max(0, chunk.start - LOOKED_BACK), chunk.start)
    const behind = text.slice(chunk.end, chunk.end + LOOKED_BACK)
    const isGiven = isCode(place) && (GIVEN.test(before) || (isTitled && next(place) === ':'))
    const isSaid = isTitled && (/^X-/.test(chunk.text) || (isWholeSpan && SAID.test(`${before} ${behind}`)))
    if (!isGiven && !isSaid) return undefined
    if (isHttpHeader(chunk.text) || isPlaceholder(chunk.text)) return 'allowed'
    // A script or a setting names one that its reader has chosen.
    if (place.own.texts.has(chunk.text)) return 'allowed'
    const titled = chunk.text.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
    return { keys: [...new Set([chunk.text, chunk.text.toLowerCase(), titled])] }
  },
}
