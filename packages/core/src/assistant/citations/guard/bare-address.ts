import type { AllowedAddresses } from './allowed-addresses.ts'
import { type GuardStep, MAX_HELD, verbatim } from './guard-step.ts'
import type { LineState } from './line-state.ts'
import { isHostName } from './top-level-domain.ts'

const LETTER = /[A-Za-z]/
const ADDRESS = /^https?:\/\/(?:\[::1\])?[\w.~:/?#@!$&'*+,;=%-]*/i
/** Behind an address, text that every renderer leaves out of it. */
const CLOSING = /^[.,:;!?*_~'")]*$/
/** A label of a host name: letters of any language, digits and dashes. */
const LABEL = '(?:-|[^\\s\\p{P}\\p{Z}\\p{C}<>|`~])+'
const HOST = new RegExp(`^(?:\\.${LABEL})+`, 'u')
const LABEL_BEGIN = /^\.(?:-|[^\s\p{P}\p{Z}\p{C}<>])/u
const DOMAIN = /^\\?@(?:\\?[._-]|[^\s\p{P}\p{Z}\p{C}<>|`])*/u
const VERSION = /^\d+\.\d+(?:\.\d+)?(?:-(?:alpha|beta|rc|next|canary|dev)(?:\.\d+)*)?\+?$/i

/** A number instead of a host, as addresses of mail write it. */
const NUMBER = '[ipv6:'

/** How many characters at the end of the input may begin an address, and so wait for what comes. */
export function mayBeginAddress(input: string, tail: string): number {
  const match = /(?:h|ht|htt|https?|f|ft|ftp|w|ww|www)\\?$/i.exec(input)
  if (!match) return 0
  return LETTER.test((match.index > 0 ? input[match.index - 1] : tail.at(-1)) ?? '') ? 0 : match[0].length
}

/** `https://…` and `www.…`, where they begin a word for some renderer. */
export function guardBareAddress(
  input: string,
  line: LineState,
  allowed: AllowedAddresses,
  final: boolean,
): GuardStep | undefined {
  const word = /^(?:https?|ftp|www)/i.exec(input)?.[0] ?? ''
  if (LETTER.test(line.tail.at(-1) ?? '')) return verbatim(input, word.length)
  const run = /^[^\s<]*/.exec(input.slice(0, MAX_HELD))?.[0] ?? ''
  if (run.length === input.length && !final && run.length < MAX_HELD) return undefined
  const isWww = /^www/i.test(word)
  const begin = isWww ? /^www\\?\./i : /^(?:https?|ftp)\\?:\\?\/\\?\//i
  if (!begin.test(run)) return verbatim(input, word.length)
  const address =
    (isWww ? /^[\w.~/?#=%-]*/ : ADDRESS).exec(run)?.[0].replace(/(?<![.,:;!?*_~'])[.,:;!?*_~']+$/, '') ?? ''
  const isAllowed = isWww ? allowed.isNamed(address) : allowed.isAllowed(address)
  if (!isAllowed || address === '' || /&#?\w+;/.test(address)) {
    const colon = isWww ? '' : ':'
    return {
      length: (/^\w+\\?:?/.exec(run)?.[0] ?? word).replace(/\\$/, '').length,
      text: `${word}${colon} `,
    }
  }
  // What stands close behind it, or an escape of ours, would belong to the address.
  const isApart = CLOSING.test(run.slice(address.length)) && isEnd(input[run.length]) && !line.hasOpenTarget
  if (isApart && run.length < MAX_HELD) return verbatim(input, address.length)
  // A backslash before the bracket would escape it.
  const isEscaped = line.tail.endsWith('\\')
  if (isEscaped || isWww) return { length: word.length, text: `${word} ` }
  return { length: address.length, text: `<${address}>` }
}

/** Where an address ends for all renderers: some go on behind `<`, and behind spaces of Unicode. */
function isEnd(char: string | undefined): boolean {
  return char === undefined || /[ \t\r\n]/.test(char)
}

/** The colon of `xhttp://…`, which only some renderers link. */
export function guardScheme(input: string, line: LineState, final: boolean): GuardStep | undefined {
  if (!/(?:https?|ftp)$/i.test(line.tail)) return verbatim(input, 1)
  const isOpen = /^:(?:\\|\\?\/\\?)?$/.test(input)
  if (isOpen && !final) return undefined
  return /^:\\?\/\\?\//.test(input) ? { length: 1, text: ': ' } : verbatim(input, 1)
}

/** The dot of a host name such as `example.com`, which some renderers link. */
export function guardHost(
  input: string,
  line: LineState,
  allowed: AllowedAddresses,
  final: boolean,
): GuardStep | undefined {
  const before = line.tail.at(-1)
  if (before === undefined || /[\s\p{P}\p{Z}\p{Cc}<>]/u.test(before)) return verbatim(input, 1)
  if (input.length === 1 && !final) return undefined
  if (/^\.(?:\s|$)/.test(input)) return verbatim(input, 1)
  if (/[A-Za-z]www$/i.test(line.tail)) return { length: 1, text: '\\.' }
  // Without a scheme, but behind slashes, any name with a dot is a host.
  if (/\/\/[^\s/]*$/.test(line.tail)) {
    return LABEL_BEGIN.test(input) ? { length: 1, text: '\\.' } : verbatim(input, 1)
  }
  const held = input.slice(0, MAX_HELD)
  const run = HOST.exec(held)?.[0] ?? '.'
  // The next character may belong to the name, or decide what it is.
  if (!final && input.length < MAX_HELD && ['', '.', ':'].includes(input.slice(run.length))) return undefined
  if (run === '.') return verbatim(input, 1)
  // What begins with `www` is looked at by itself.
  const www = run.search(/\.www(?:\.|$)|www\./i)
  if (www !== -1) {
    const begin = run[www] === '.' ? www + 1 : www
    return LETTER.test(run[begin - 1] ?? '')
      ? { length: begin + 3, text: run.slice(0, begin + 3).replaceAll('.', '\\.') }
      : verbatim(input, begin)
  }
  const scheme = run.search(/(?<![a-z])(?:https?|ftp)$/i)
  if (scheme !== -1) return { length: scheme, text: run.slice(0, scheme).replaceAll('.', '\\.') }
  const rest = held.slice(run.length)
  const path = /^(?:[/?#]|:\d)/.test(rest) ? (/^[^\s<]*/.exec(rest)?.[0] ?? '') : ''
  if (!isHostName(run, path !== '')) return verbatim(input, run.length)
  if (path !== '' && run.length + path.length === input.length && !final && input.length < MAX_HELD)
    return undefined
  const word = /(?<=(?:^|\s)[(*_"']*)[^\s()<>[\]"'`*_|~]*$/.exec(line.tail)?.[0]
  const name = `${word}${run}${path.replace(/(?<![.,:;!?*_~')])[.,:;!?*_~')]+$/, '')}`
  return word !== undefined && allowed.isNamed(name)
    ? verbatim(input, run.length)
    : { length: run.length, text: run.replaceAll('.', '\\.') }
}

/** The sign of an address of mail: the host behind it becomes code, which nobody links. */
export function guardMailAddress(
  input: string,
  line: LineState,
  allowed: AllowedAddresses,
  final: boolean,
): GuardStep | undefined {
  const sign = input[0] === '\\' ? 2 : 1
  const before = line.tail.at(-1)
  if (before === undefined || /\s/.test(before)) return verbatim(input, sign)
  const held = input.slice(0, MAX_HELD)
  const run = DOMAIN.exec(held)?.[0] ?? '@'
  const isOpen = run.length === held.length || (run.length === held.length - 1 && held.endsWith('\\'))
  const mayBeNumber = NUMBER.startsWith(held.slice(sign).toLowerCase())
  if ((isOpen || mayBeNumber) && !final && input.length < MAX_HELD) return undefined
  const isNumber = held.slice(sign, sign + NUMBER.length).toLowerCase() === NUMBER
  if (isNumber || /[`|]/.test(held[sign] ?? '')) return { length: sign, text: '@ ' }
  const domain = run
    .slice(sign)
    .replaceAll('\\', '')
    .replace(/(?<![._-])[._-]+$/, '')
  if (VERSION.test(domain)) return verbatim(input, run.length)
  // Some renderers take signs for the last part of a host.
  const next = input[run.length]
  const isOdd = (next === '`' && domain !== '') || (next === '|' && run.endsWith('.'))
  const isMail = /(?:mailto|xmpp):\S*$/i.test(line.tail) ? domain !== '' : /\.[^.]/.test(domain) || isOdd
  if (!isMail) return verbatim(input, sign)
  const local = /(?<=(?:^|\s)[(*_"']*)[\p{L}\p{N}][\p{L}\p{N}.+_-]*$/u.exec(line.tail)?.[0]
  if (local !== undefined && allowed.isNamed(`${local}@${domain}`)) {
    const rest = /^[^\s<]*/.exec(held.slice(run.length))?.[0] ?? ''
    const end = run.length + rest.length
    if (end === input.length && !final && end < MAX_HELD) return undefined
    if (CLOSING.test(rest)) return verbatim(input, run.length)
  }
  // Behind `mailto://`, markdown-it looks at no code.
  const isUrl = /(?:mailto|xmpp):\/\/\S*$/i.test(line.tail)
  if (!line.trustsCode || isUrl || input[run.length] === '`') return { length: sign, text: '@ ' }
  const trailing = /(?<![._-])[._-]*$/.exec(run)?.[0] ?? ''
  return { length: run.length, text: `@\`${domain}\`${trailing}` }
}
