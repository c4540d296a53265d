import { UNITS } from '../keys/units.ts'

const LOOKED_AROUND = 240
/** The nearest words say the most. */
const MOST = 24
const WORD = /[\p{L}]{4,}/gu
/** They say nothing about what a number counts. */
const EMPTY = new Set(
  'that this with from your have when then them they will which would should about after before into over only also than more most each every other these those their there where while been being both such very just like must does using used uses default defaults value values number numbers example set sets means eine einer einem einen oder wird werden nicht auch nach dass pour avec dans sont cette para como esta este'.split(
    ' ',
  ),
)

/** The words in the sentence, row or item around a place, in small letters, the nearest before it first. */
export function wordsAround(text: string, start: number, end: number): string[] {
  const before = text.slice(Math.max(0, start - LOOKED_AROUND), start)
  const after = text.slice(end, end + LOOKED_AROUND)
  const from = Math.max(before.lastIndexOf('\n'), before.search(/[.!?。](?=\s[^.!?。]*$)/))
  const to = after.search(/[.!?](?=\s|$)|[\n。]/)
  const words = [
    ...tellingWords(before.slice(from + 1)).reverse(),
    ...tellingWords(to === -1 ? after : after.slice(0, to)),
  ]
  // "The default is 30 seconds.": the words before and after the number say what it is about.
  const line = `${lastLine(before)} ${after.slice(0, after.search(/\n|$/))}`
  return [...new Set(words.length > 0 ? words : tellingWords(line))].slice(0, MOST)
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1)
}

/** The words of a text that say what it is about, in small letters. */
export function tellingWords(text: string): string[] {
  return [
    ...text
      .replace(/\]\([^)\n]{0,1000}\)/g, ' ')
      .toLowerCase()
      .matchAll(WORD),
  ]
    .map(([word]) => word)
    .filter((word) => !EMPTY.has(word) && !UNITS.has(word))
}
