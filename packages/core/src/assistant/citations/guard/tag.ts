import type { AllowedAddresses } from './allowed-addresses.ts'
import { type GuardStep, verbatim } from './guard-step.ts'
import type { LineState } from './line-state.ts'

/** Elements that change how a browser reads what follows, or load and send something by themselves. */
const ACTIVE = new Set(
  `applet audio base body button code embed form frame frameset head html iframe image img input isindex keygen link listing
  math meta noembed noframes noscript object plaintext pre script select style svg template textarea title video
  xmp`.split(/\s+/),
)
const NAME = '[A-Za-z][A-Za-z\\d-]*'
const TAG = new RegExp(`^</?(${NAME})(?:[ \\t]+[A-Za-z][\\w-]*)*[ \\t]*/?>`)
const TAG_BEGIN = new RegExp(`^</?(?:${NAME}(?:[ \\t]+[A-Za-z][\\w-]*)*[ \\t]*/?)?$`)
const ADDRESS = /^<(https?:\/\/[\w.~:/?#@!$'*+,;=%[\]-]*)>/i
const ADDRESS_BEGIN = /^<(?:h(?:t(?:t(?:p(?:s?|s?:\/?|s?:\/\/[\w.~:/?#@!$'*+,;=%[\]-]*))?)?)?)?$/i
/** What no renderer takes for a tag or an address, such as `a<b, c` or `<b && c`. */
const NONE = new RegExp(
  `^</?${NAME}(?:[,;()[\\]{}"]|[ \\t]+[^A-Za-z_:/>=\\s]|(?:[ \\t]+[A-Za-z][\\w-]*)+(?:[,;()[\\]{}"]|[ \\t]+[^A-Za-z_:/>=\\s]))`,
)
const LONGEST = 300

/**
 * `<`: passes in an allowed address, in a tag without attributes (`Array<string>`), and where it is a mere sign. Any
 * other becomes text.
 */
export function guardTag(
  input: string,
  line: LineState,
  allowed: AllowedAddresses,
  final: boolean,
): GuardStep | undefined {
  const next = input[1]
  if (next === undefined) return final ? verbatim(input, 1) : undefined
  if (!/[A-Za-z/!?]/.test(next)) return verbatim(input, 1)
  const held = input.slice(0, LONGEST)
  const address = ADDRESS.exec(held)
  if (address?.[1] !== undefined && allowed.isAllowed(address[1])) return verbatim(input, address[0].length)
  const tag = TAG.exec(held)
  // At the beginning of a line it would open a block of HTML, in which nothing is code.
  const name = (tag?.[1] ?? '').toLowerCase()
  if (tag && line.hasText && !ACTIVE.has(name)) {
    if (name === 'kbd') line.hasKeyTag = !tag[0].startsWith('</')
    return verbatim(input, tag[0].length)
  }
  const mayGrow = TAG_BEGIN.test(held) || ADDRESS_BEGIN.test(held)
  if (mayGrow && !final && input.length < LONGEST) return undefined
  return line.hasText && !line.hasKeyTag && NONE.test(held) ? verbatim(input, 1) : { length: 1, text: '\\<' }
}
