import { namesOfCode } from '@docent/content'
import type { GroundedName, RemovedName } from '../../../domain/grounding.ts'
import { BlockReader, type Piece } from './block-reader.ts'
import { LEFT_OUT, openMarks } from './left-out.ts'

/** A block of an answer that names something invented. */
export interface BadBlock {
  /** What of the block the reader has seen, which stays. */
  readonly shown: string
  /** The rest, with the invented names. */
  readonly rest: string
  readonly isFence: boolean
  /** A line break would end it: a row of a table, a heading. */
  readonly isOneLine: boolean
  readonly invented: readonly GroundedName[]
}

export interface NameGateOptions {
  /** Invented names of a text. */
  check(text: string, declared: ReadonlySet<string>): Promise<readonly GroundedName[]>
  /** Writes the rest of a block again; undefined when that fails. Absent: its sentence is left out. */
  repair?: (block: BadBlock) => Promise<string | undefined>
  show(text: string): Promise<void> | undefined
}

/** A block is looked at as a whole up to this length, characters. Longer ones are cut behind a sentence. */
const LONG_BLOCK = 4_000

/**
 * Lets an answer through as it is written, but no invented name. Prose streams by the word; open code spans, links and
 * code blocks are held until they are checked. What follows an invented name is left out up to the end of its sentence,
 * item or cell, or is held up to the end of its block and written again. A code block counts as one sentence, because a
 * program that lacks a line is another program.
 */
export class NameGate {
  readonly removed: RemovedName[] = []
  leftOut = 0
  readonly #reader = new BlockReader()
  readonly #declared = new Set<string>()
  /** The block so far, as the model wrote it. */
  #block = ''
  #shownOfBlock = ''
  /** What is being left out or held; undefined while the text passes. */
  #held: string | undefined
  /** White space behind a sentence that was left out: its citations may follow. */
  #behind: string | undefined
  #out = ''
  #endsWithMark = false
  #queue: Promise<void> = Promise.resolve()

  constructor(private readonly options: NameGateOptions) {}

  /** Resolves when all of it that is certain was shown. */
  write(text: string): Promise<void> {
    return this.#next(async () => {
      this.#reader.write(text)
      await this.#drain(false)
    })
  }

  /** Shows what is left at the end of a step. */
  end(): Promise<void> {
    return this.#next(() => this.#drain(true))
  }

  /** Runs something behind all text so far. */
  behindText(run: () => Promise<void>): Promise<void> {
    return this.#next(run)
  }

  /** One after the other. A failure fails all that follows: nothing may be shown behind a gap. */
  #next(run: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(run)
    return this.#queue
  }

  async #drain(final: boolean): Promise<void> {
    for (let piece = this.#reader.next(final); piece !== undefined; piece = this.#reader.next(final))
      await this.#take(piece)
    if (final) {
      await this.#endBlock()
      this.#beginBlock()
    }
    await this.#flush()
  }

  #beginBlock(): void {
    this.#block = ''
    this.#shownOfBlock = ''
    this.#endsWithMark = false
  }

  async #take(piece: Piece): Promise<void> {
    if (piece.kind === 'break') {
      await this.#endBlock()
      this.#pass(piece.text)
      this.#beginBlock()
      return
    }
    if (piece.kind === 'cell' && this.options.repair === undefined) {
      if (this.#held !== undefined) this.#endSentence()
      this.#behind = undefined
      this.#endsWithMark = false
    }
    this.#block += piece.text
    if (this.#held !== undefined) {
      this.#held += piece.text
      if (piece.ends && this.options.repair === undefined) this.#endSentence()
    } else if (piece.kind !== 'name' && piece.kind !== 'fence') this.#pass(piece.text)
    else await this.#check(piece)
    if (piece.ends && this.#held === undefined && this.#block.length > LONG_BLOCK) {
      this.#block = ''
      this.#shownOfBlock = ''
    }
  }

  async #check(piece: Piece): Promise<void> {
    const { text, kind } = piece
    const from = this.#block.length - text.length
    const invented = (await this.options.check(this.#block, this.#declared)).filter(({ end }) => end > from)
    if (invented.length === 0) {
      if (kind === 'fence') this.#declare(text)
      this.#pass(text)
      return
    }
    if (this.options.repair !== undefined) {
      this.#held = text
      if (kind === 'fence') await this.#repair(true)
      return
    }
    this.#remove(invented, 'strict')
    if (kind === 'fence') this.#leaveOutFence(text)
    else this.#leaveOutFrom(piece)
  }

  #leaveOutFence(text: string): void {
    this.leftOut++
    this.#pass(`${/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/.exec(text)?.[0] ?? ''}${LEFT_OUT}`)
  }

  /** The rest of the sentence follows. */
  #leaveOutFrom({ text, ends }: Piece): void {
    if (!this.#endsWithMark) {
      const isApart = this.#shownOfBlock === '' || /[\s("'*_|]$/.test(this.#shownOfBlock)
      this.#pass(isApart ? LEFT_OUT : ` ${LEFT_OUT}`)
    }
    this.#endsWithMark = true
    this.leftOut++
    this.#held = text
    if (ends) this.#endSentence()
  }

  #endSentence(): void {
    const marks = openMarks(this.#held ?? '')
    this.#held = undefined
    if (marks !== '') this.#pass(marks)
    this.#behind = ''
  }

  async #endBlock(): Promise<void> {
    if (this.#held !== undefined) {
      if (this.options.repair === undefined) this.#endSentence()
      else await this.#repair(false)
    }
    this.#behind = undefined
  }

  async #repair(isFence: boolean): Promise<void> {
    const rest = this.#held ?? ''
    const { check, repair } = this.options
    const shown = this.#shownOfBlock
    this.#held = undefined
    await this.#flush()
    const whole = shown + rest
    const invented = (await check(whole, this.#declared)).filter(({ end }) => end > shown.length)
    const isOneLine = !isFence && /^[ \t>]*(?:\||#{1,6}[ \t])/.test(whole)
    const better = await repair?.({ shown, rest, isFence, isOneLine, invented })
    const isBetter =
      better !== undefined &&
      (await check(shown + better, this.#declared)).every(({ end }) => end <= shown.length)
    if (isBetter) this.#remove(invented, 'repair')
    const text = isBetter ? better : rest
    if (isFence) this.#declare(text)
    this.#pass(text)
  }

  #remove(names: readonly GroundedName[], by: RemovedName['by']): void {
    for (const { text, kind, suggestion } of names)
      this.removed.push({ text, kind, by, ...(suggestion !== undefined && { suggestion }) })
  }

  #declare(fence: string): void {
    for (const name of namesOfCode(fence)) this.#declared.add(name)
  }

  #pass(text: string): void {
    if (this.#behind !== undefined) {
      if (text.trim() === '') {
        this.#behind += text
        return
      }
      const isCitation = /^\[\d{1,3}\]\(/.test(text)
      if (isCitation) {
        this.#behind = ''
        return
      }
      this.#out += this.#behind
      this.#shownOfBlock += this.#behind
      this.#behind = undefined
    }
    if (/[\p{L}\p{N}]/u.test(text)) this.#endsWithMark = false
    this.#out += text
    this.#shownOfBlock += text
  }

  async #flush(): Promise<void> {
    const text = this.#out
    this.#out = ''
    if (text !== '') await this.options.show(text)
  }
}
