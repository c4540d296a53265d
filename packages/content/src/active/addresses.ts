import { decodeEntities } from '../formats/markdown/scan/decode-entities.ts'
import { type ActivePart, activePart } from './active-part.ts'

/** What browsers take out of an address before they read its scheme. */
const UNREAD = /[\p{C}\p{Z}\s]/gu
const RUNS = /^(?:(?:java|vb|live)script:|data:(?!image\/(?:png|gif|jpe?g|webp|avif|bmp)[;,])|file:)/i
/** Where an address begins that runs, in text of any format. */
const OPENING =
  /(?<=[(<"'=`]|\]:[ \t]{0,20}|link:|\bxref:|target:[ \t]{0,20})(?:j[ \t]?a[ \t]?v[ \t]?a|v[ \t]?b)[ \t]?s[ \t]?c[ \t]?r[ \t]?i[ \t]?p[ \t]?t[ \t]?:[^\s"'<>)]{0,200}/gi

/** True for an address that runs a script, or that reads a file of the reader, in whatever way it is written. */
export function isActiveAddress(address: string): boolean {
  return RUNS.test(decodeEntities(address).replace(UNREAD, ''))
}

export function activeAddresses(text: string): ActivePart[] {
  if (!/script|&/i.test(text)) return []
  const read = decodeEntities(text).replace(/[\p{Cf}\t]/gu, '')
  return [...read.matchAll(OPENING)].map(({ 0: { length }, index }) =>
    activePart('address', read, index, index + length),
  )
}
