/** The counts of one scenario before, during and after what breaks, as one table; and which of them are wrong. */
export class Findings {
  readonly wrong: string[] = []
  readonly #rows = new Map<string, Record<string, unknown>>()

  constructor(readonly scenario: string) {}

  /** @param expected what the count has to be, or how it is judged; left out for what only tells about the machine */
  note<Value>(
    what: string,
    when: 'before' | 'during' | 'after',
    value: Value,
    expected?: Value | ((v: Value) => boolean),
  ): void {
    const row = this.#rows.get(what) ?? {}
    this.#rows.set(what, { ...row, [when]: value })
    if (expected === undefined) return
    const isRight = expected instanceof Function ? expected(value) : Object.is(value, expected)
    if (!isRight) this.wrong.push(`${this.scenario}: ${what}, ${when}: ${JSON.stringify(value)}`)
  }

  print(): void {
    console.log(`\n${this.scenario}`)
    const rows = [...this.#rows].map(([what, row]) => {
      const { before = '', during = '', after = '' } = row
      return [what, { before, during, after }] as const
    })
    console.table(Object.fromEntries(rows))
  }
}
