import type { AllowedAddresses } from './allowed-addresses.ts'
import { BlockStarts } from './block-starts.ts'
import { FencedCode } from './fenced-code.ts'
import type { GuardStep } from './guard-step.ts'
import { TextGuard } from './text-guard.ts'

/**
 * Lets Markdown through in which no renderer finds an address that is not allowed, be it CommonMark or GitHub's, with
 * or without raw HTML. Code passes as it is where every renderer sees code. In prose an allow-list decides: links to
 * allowed pages, allowed addresses, tags without attributes; of anything else that could become a link, an image or an
 * element a character is escaped, so that readers see the text and nothing more. Nothing is ever taken out, so what
 * has been let through cannot come together to something new.
 */
export class AddressGuard {
  #held = ''
  /** The last character of a piece, when it says nothing without the next: a carriage return, half a pair. */
  #cut = ''
  #place: 'start' | 'text' | 'code-line' = 'start'
  #fence: FencedCode | undefined
  #isResumed = false
  #hasWritten = false
  readonly #blocks = new BlockStarts()
  readonly #text: TextGuard

  constructor(allowed: AllowedAddresses) {
    this.#text = new TextGuard(allowed)
  }

  write(text: string): string {
    if (text === '') return ''
    const all = this.#cut + text
    this.#cut = /[\r\ud800-\udbff]$/.exec(all)?.[0] ?? ''
    this.#held += normalized(all.slice(0, all.length - this.#cut.length))
    // Text that goes on after a tool call is shown by some clients on its own, and by others behind what came before.
    const gap = this.#isResumed && this.#held !== '' ? '\n\n' : ''
    if (gap !== '') this.#isResumed = false
    const out = gap + this.#drain(false)
    this.#hasWritten ||= out !== ''
    return out
  }

  /** What was still held back; an open code block is closed. Text that is written afterwards begins a paragraph. */
  end(): string {
    this.#held += normalized(this.#cut)
    this.#cut = ''
    let out = this.#drain(true)
    if (this.#fence) out += this.#fence.end()
    this.#fence = undefined
    this.#place = 'start'
    this.#blocks.restart()
    this.#text.endLine()
    this.#text.endParagraph()
    this.#hasWritten ||= out !== ''
    this.#isResumed = this.#hasWritten
    return out
  }

  #drain(final: boolean): string {
    let out = ''
    while (this.#held !== '') {
      const step = this.#step(final)
      if (step === undefined) break
      this.#held = this.#held.slice(step.length)
      out += step.text
    }
    return out
  }

  #step(final: boolean): GuardStep | undefined {
    const held = this.#held
    if (this.#fence) {
      const step = this.#fence.step(held, final)
      if (this.#fence.isClosed) {
        this.#fence = undefined
        this.#blocks.closedFence()
      }
      return step
    }
    if (this.#place === 'start') return this.#start(held, final)
    if (this.#place === 'code-line') {
      const end = held.indexOf('\n') + 1
      if (end > 0) this.#place = 'start'
      const length = end === 0 ? held.length : end
      return { length, text: held.slice(0, length) }
    }
    if (held[0] === '\n') {
      this.#place = 'start'
      this.#text.endLine()
      return { length: 1, text: '\n' }
    }
    return this.#text.step(held, final)
  }

  #start(held: string, final: boolean): GuardStep | undefined {
    const start = this.#blocks.read(held, final, this.#text.mustNotBeTable, this.#text.hasOpenTarget)
    if (start === undefined) return undefined
    switch (start.kind) {
      case 'blank':
        this.#text.endParagraph()
        this.#text.startLine(start.text, false)
        this.#place = 'text'
        break
      case 'fence':
        this.#text.endParagraph()
        this.#fence = new FencedCode(start.mark, start.run, start.indent, start.text)
        break
      case 'code-line':
        this.#text.endParagraph()
        this.#place = 'code-line'
        break
      case 'text':
        this.#text.startLine(start.text, start.escapesFence)
        this.#place = 'text'
    }
    return start
  }
}

/** Renderers disagree about these characters: line ends that are not all of them, controls, separators of Unicode. */
const DISPUTED = /[^\P{Cc}\t\n]|[\u2028\u2029]/u

function normalized(text: string): string {
  if (!DISPUTED.test(text)) return text
  return text
    .replace(/\r(?!\n)/g, '\n')
    .replace(/[\u2028\u2029]/g, ' ')
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
}
