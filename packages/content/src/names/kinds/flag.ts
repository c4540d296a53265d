import { isCommonFlag } from '../allowed/common-flags.ts'
import { commandSpace } from '../commands/command-keys.ts'
import { beginnings } from '../keys/claims.ts'
import { type ChunkPlace, isCode, type KindRule } from '../keys/kind-rule.ts'
import { commandBefore } from '../pairs/command-before.ts'

const LONG = /^--(?:\[no-\])?([A-Za-z][\w.:-]*)(?==|$)/
const SHORT = /^-([A-Za-z]{1,4}|[A-Za-z][\w:-]{1,40})(?==|$)/

/** Long and short flags. What stands behind `=` is a value of its own. */
export const flag: KindRule = {
  kind: 'flag',
  read(place) {
    const { chunk, language } = place
    if (!chunk.text.startsWith('-')) return undefined
    const long = LONG.exec(chunk.text)
    if (long === null && !(isCode(place) && (language.isShell || place.region.kind === 'span')))
      return undefined
    const found = long ?? SHORT.exec(chunk.text)
    if (found === null) return undefined
    const [text, name = ''] = found
    // Custom properties of style sheets look the same.
    if (long !== null && language.family === 'css') return undefined
    if (place.declared.has(text)) return 'allowed'
    if (long === null && isSuffix(place)) return 'allowed'
    const command = commandBefore(place)
    if (isCommonFlag(text, command?.words)) return 'allowed'
    // A word such as "Error:" is no program.
    const program = command?.words
      .slice(0, 1)
      .find((word) => PROGRAM.test(word))
      ?.split('/')
      .at(-1)
    const keys = [text.replace('[no-]', ''), ...spellings(name, long !== null)]
    const letters =
      long === null && /^[A-Za-z]{2,4}$/.test(name) ? [...name].map((letter) => `-${letter}`) : undefined
    return {
      text,
      keys,
      ...(letters && { parts: letters }),
      ...(program !== undefined && {
        spaces: [commandSpace([program])],
        claimedBy: beginnings(text, /(?<=\w)-/g),
      }),
      ...(command && { belongsTo: { text: command.text, keys: command.keys, near: false } }),
    }
  },
}

const PROGRAM = /^[\w./+@-]{1,60}$/

/** Tags "that end in `-slim`". */
function isSuffix({ text, chunk }: ChunkPlace): boolean {
  const before = text.slice(Math.max(0, chunk.start - 24), chunk.start)
  return /\b(?:ends?|ending|suffix(?:es)?|append(?:s|ed)?)\b[^.`\n]{0,12}`$/i.test(before)
}

/** A flag proves its own negation. */
function spellings(name: string, isLong: boolean): string[] {
  if (!isLong) return []
  return name.startsWith('no-') ? [`--${name.slice(3)}`] : [`--no-${name}`]
}
