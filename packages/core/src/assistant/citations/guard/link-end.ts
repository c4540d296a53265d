import type { AllowedAddresses } from './allowed-addresses.ts'
import { type GuardStep, MAX_HELD, verbatim } from './guard-step.ts'
import type { LineState } from './line-state.ts'

/** A target that every renderer reads in the same way. */
const TARGET = /^\]\(([^\s()<>\\`[\]"|]*)/

/** A closing bracket: passes with its target when that is an allowed page, and defines nothing. */
export function guardLinkEnd(
  input: string,
  line: LineState,
  allowed: AllowedAddresses,
  final: boolean,
): GuardStep | undefined {
  const next = input[1]
  if (next === undefined && !final) return undefined
  if (next === '(') return target(input, line, allowed, final)
  const bracket = line.brackets.pop()
  if (next === ':' && (!bracket || bracket.beginsLine)) return { length: 2, text: ']\\:' }
  return verbatim(input, 1)
}

function target(
  input: string,
  line: LineState,
  allowed: AllowedAddresses,
  final: boolean,
): GuardStep | undefined {
  const [whole = '', address = ''] = TARGET.exec(input.slice(0, MAX_HELD)) ?? []
  const end = input[whole.length]
  if (end === undefined && !final && whole.length < MAX_HELD) return undefined
  const bracket = line.brackets.pop()
  if (end === ')' && bracket && !bracket.isUnsure && allowed.isPage(address)) {
    // A link holds no other: the brackets around it are text.
    line.brackets = []
    return verbatim(input, whole.length + 1)
  }
  // The line ends within the target: it stays text as long as nothing closes it.
  if (end === '\n' || end === '\r') {
    line.hasOpenTarget = true
    return verbatim(input, 2)
  }
  return { length: 2, text: ']\\(' }
}
