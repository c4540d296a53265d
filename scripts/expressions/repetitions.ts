/** From this count on, the count of a repetition matters more to the checker than to the time. */
const MANY = 10
const FEW = 3
/** From this count on, it is as good as none. */
const ENDLESS = 2_001

const COUNTED = /\\[upPk]\{[^}]*\}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}/g

/**
 * The expression with a few of each repetition that is counted, and with no end to those of thousands. A count adds to the
 * time of a match what its text has at most, whatever the length of the whole, and the checker would try every length.
 */
export function withFewRepetitions(source: string): string {
  return source.replace(COUNTED, (written, least?: string, comma = '', most = '') => {
    if (least === undefined || Math.max(Number(least), Number(most)) < MANY) return written
    const few = Math.min(Number(least), FEW)
    if (comma === '') return `{${few}}`
    return most === '' || Number(most) >= ENDLESS ? `{${few},}` : `{${few},${FEW}}`
  })
}
