/** Text that is held at most before it is passed on within one turn of the event loop, in characters. */
const MAX_TEXT = 16 * 1024

/** A delta of the model's text; `id` names its block. */
export interface TextDelta {
  readonly id: string
  readonly delta: string
}

/**
 * Joins the text deltas that arrive in one turn of the event loop, so that everything after the model's stream
 * (citations, encoding, writing) works once a turn and not once a delta. While the loop keeps up, each delta passes by
 * itself; the further it is behind, the more of them become one.
 */
export class TextBatch {
  #id = ''
  #text = ''
  #isScheduled = false
  /** Set while the taker is behind. */
  blocked: Promise<void> | undefined

  constructor(
    private readonly pass: (id: string, text: string) => Promise<void> | undefined,
    /** Receives what `pass` threw when no caller awaits it. */
    private readonly fail: (error: unknown) => void,
  ) {}

  add({ id, delta }: TextDelta): void {
    if (id !== this.#id) {
      this.flush()
      this.#id = id
    }
    this.#text += delta
    if (this.#text.length >= MAX_TEXT) this.flush()
    else if (!this.#isScheduled) {
      this.#isScheduled = true
      setImmediate(this.#flushScheduled)
    }
  }

  /** Passes on what is held; before anything else of the reply is, so that the order stays. */
  flush(): void {
    const text = this.#text
    if (text === '') return
    this.#text = ''
    const waiting = this.pass(this.#id, text)
    if (waiting === undefined) return
    const blocked = waiting.catch(this.fail).finally(() => {
      if (this.blocked === blocked) this.blocked = undefined
    })
    this.blocked = blocked
  }

  /** Drops the held text: the reader has left. */
  discard(): void {
    this.#text = ''
  }

  readonly #flushScheduled = () => {
    this.#isScheduled = false
    try {
      this.flush()
    } catch (error) {
      this.fail(error)
    }
  }
}
