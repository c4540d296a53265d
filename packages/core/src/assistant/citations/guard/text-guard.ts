import type { AllowedAddresses } from './allowed-addresses.ts'
import {
  guardBareAddress,
  guardHost,
  guardMailAddress,
  guardScheme,
  mayBeginAddress,
} from './bare-address.ts'
import { guardCode } from './code-span.ts'
import { guardEntity } from './entity.ts'
import { type GuardStep, verbatim } from './guard-step.ts'
import { LineState } from './line-state.ts'
import { guardLinkEnd } from './link-end.ts'
import { guardTag } from './tag.ts'

/** Where something may begin that is more than text. */
const TRIGGER = /[`~[\]<&\\@!|)\n]|\.(?!\s)|:(?=\\?(?:\/|$))|(?:https?|ftp)(?=\\?(?::|$))|www(?=\\?(?:\.|$))/i

/** Guards the prose of a line, construct by construct. */
export class TextGuard {
  readonly #line = new LineState()

  constructor(private readonly allowed: AllowedAddresses) {}

  get mustNotBeTable(): boolean {
    return this.#line.mustNotBeTable
  }

  get hasOpenTarget(): boolean {
    return this.#line.hasOpenTarget
  }

  startLine(prefix: string, escapesFence: boolean): void {
    this.#line.start(prefix, escapesFence)
  }

  endLine(): void {
    this.#line.end()
  }

  endParagraph(): void {
    this.#line.endParagraph()
  }

  /** @returns undefined when more input is needed; never takes the end of a line */
  step(input: string, final: boolean): GuardStep | undefined {
    const step = this.#next(input, final)
    if (step !== undefined) this.#line.add(step.text)
    return step
  }

  #next(input: string, final: boolean): GuardStep | undefined {
    const at = input.search(TRIGGER)
    if (at > 0) return verbatim(input, at)
    if (at === 0) return this.#construct(input, final)
    const kept = final ? 0 : mayBeginAddress(input, this.#line.tail)
    return kept === input.length ? undefined : verbatim(input, input.length - kept)
  }

  #construct(input: string, final: boolean): GuardStep | undefined {
    const line = this.#line
    const next = input[1]
    switch (input[0]) {
      case '`':
      case '~':
        return guardCode(input, line, final)
      case '[':
        // Some renderers see no link text with brackets in brackets.
        for (const bracket of line.brackets.slice(0, -1)) bracket.isUnsure = true
        line.brackets.push({ beginsLine: !line.hasText, isUnsure: false })
        return verbatim(input, 1)
      case ']':
        return guardLinkEnd(input, line, this.allowed, final)
      case '!':
        if (next === undefined && !final) return undefined
        return next === '[' ? { length: 1, text: '\\!' } : verbatim(input, 1)
      case '<':
        return guardTag(input, line, this.allowed, final)
      case '&':
        return guardEntity(input, final)
      case '\\':
        return guardEscape(input, line, this.allowed, final)
      case '@':
        return guardMailAddress(input, line, this.allowed, final)
      case '.':
        return guardHost(input, line, this.allowed, final)
      case ':':
        return guardScheme(input, line, final)
      case '|':
        for (const bracket of line.brackets) bracket.isUnsure = true
        return verbatim(input, 1)
      case ')':
        return line.hasOpenTarget ? { length: 1, text: '\\)' } : verbatim(input, 1)
      default:
        return guardBareAddress(input, line, this.allowed, final)
    }
  }
}

/** A backslash before punctuation makes it text: the two pass together. */
function guardEscape(
  input: string,
  line: LineState,
  allowed: AllowedAddresses,
  final: boolean,
): GuardStep | undefined {
  const next = input[1]
  if (next === undefined && !final) return undefined
  if (next === '@') return guardMailAddress(input, line, allowed, final)
  return verbatim(input, next !== undefined && /[!-/:-@[-`{-~]/.test(next) ? 2 : 1)
}
