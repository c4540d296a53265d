import type { ReachedLimit } from './turn-limits.ts'

/** How many bytes are left, and which limit ends the reply when they are used up. */
export interface Allowance {
  readonly bytes: number
  readonly limit: ReachedLimit
}

/** Counts one reply of the model while it arrives, and says when it has to be cut. */
export class ReplyMeter {
  /** The limit that cut the reply. */
  reached: ReachedLimit | undefined
  /** Bytes of text, reasoning and inputs of tools. */
  written = 0
  /** Bytes of the text alone. */
  text = 0
  #parts = 0
  /** Bytes of the input that arrives in pieces, which the whole tool call repeats. */
  #pieces = 0

  /**
   * @param output for text, reasoning and inputs together
   * @param texts for the text alone
   * @param wire for everything, each part counted as one byte more
   */
  constructor(
    private readonly output: Allowance,
    private readonly texts: Allowance,
    private readonly wire: Allowance,
  ) {
    if (output.bytes <= 0) this.reached = output.limit
    else if (texts.bytes <= 0) this.reached = texts.limit
    else if (wire.bytes <= 0) this.reached = wire.limit
  }

  /** Bytes for the limit of the wire. */
  get sent(): number {
    return this.written + this.#parts
  }

  /** Counts a part, whatever is in it. */
  takePart(): void {
    this.#parts++
    if (this.sent > this.wire.bytes) this.reached ??= this.wire.limit
  }

  /** Counts a piece of text, and answers as much of it as the limits allow. */
  takeText(piece: string): string {
    const left = Math.min(
      this.output.bytes - this.written,
      this.texts.bytes - this.text,
      this.wire.bytes - this.sent,
    )
    if (this.reached) return ''
    const kept = left > 0 ? firstBytes(piece, left) : ''
    const bytes = Buffer.byteLength(kept)
    this.text += bytes
    this.#take(bytes)
    if (kept !== piece) this.reached ??= this.#nearest()
    return kept
  }

  takeReasoning(piece: string): void {
    this.#take(Buffer.byteLength(piece))
  }

  takeInputPiece(piece: string): void {
    const bytes = Buffer.byteLength(piece)
    this.#pieces += bytes
    this.#take(bytes)
  }

  takeToolCall(input: string): void {
    this.#take(Math.max(0, Buffer.byteLength(input) - this.#pieces))
    this.#pieces = 0
  }

  takeOther(value: unknown): void {
    this.#take(Buffer.byteLength(JSON.stringify(value) ?? ''))
  }

  #take(bytes: number): void {
    this.written += bytes
    if (this.written > this.output.bytes) this.reached ??= this.output.limit
    else if (this.sent > this.wire.bytes) this.reached ??= this.wire.limit
  }

  #nearest(): ReachedLimit {
    const left = (allowance: Allowance, used: number) => ({
      limit: allowance.limit,
      left: allowance.bytes - used,
    })
    const all = [left(this.output, this.written), left(this.texts, this.text), left(this.wire, this.sent)]
    return all.reduce((least, each) => (each.left < least.left ? each : least)).limit
  }
}

/** The beginning of a text that has at most so many bytes; no character is cut in two. */
function firstBytes(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text
  const beginning = Buffer.from(text.slice(0, bytes))
  if (beginning.length <= bytes && text.length <= bytes) return text
  return new TextDecoder().decode(beginning.subarray(0, bytes), { stream: true })
}
