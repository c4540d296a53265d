const UNIT = /\\[upPk]\{[^}]*\}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g
const ENDLESS = /[*+]|\{\d+,\}/g

/**
 * True for most expressions, which need no proof: nothing in them repeats without an end, or only one character that
 * nothing precedes or nothing follows.
 *
 * @param source with few of each repetition that is counted
 */
export function isPlainlyLinear(source: string, flags: string): boolean {
  // A back reference reads as much as its group.
  if (/\\[1-9k]/.test(source)) return false
  const units = source.replace(UNIT, 'c')
  const [first, ...others] = [...units.matchAll(ENDLESS)]
  if (first === undefined) return true
  // A group that repeats a few times repeats what is in it, too.
  if (others.length > 0 || units[first.index - 1] === ')' || units.includes('){')) return false
  const isAnchored = /^\^[^|]*$/.test(units) && !flags.includes('m')
  return isAnchored || first.index + first[0].length >= units.replace(/\?$/, '').length
}
