/** Most writes in one batch, and batches of one kind under way at once: more would wait for each other's locks. */
const MOST_WRITES = 200
const MOST_FLIGHTS = 2

export type Outcome = { value: unknown } | { error: unknown }

interface Waiting<Kind, Item> {
  readonly kind: Kind
  readonly item: Item
  /** What it must have alone, such as a job: writes that share one run in the order of their calls. */
  readonly needs: readonly string[]
  readonly signal: AbortSignal | undefined
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** A kind of write that commits many at once. It answers one outcome for each item, in their order. */
export type Commit<Item> = (items: readonly Item[]) => Promise<readonly Outcome[]>

/**
 * Gathers the writes of one event-loop turn, and those that come while a batch is under way, so that they share a
 * transaction. Writes of one job never run at once and never change places.
 */
export class WriteQueue<Kind extends string, Item> {
  readonly #commits: Readonly<Record<Kind, Commit<Item>>>
  readonly #flights = new Map<Kind, number>()
  readonly #busy = new Set<string>()
  #waiting: Waiting<Kind, Item>[] = []
  #scheduled: NodeJS.Immediate | undefined
  #idle: (() => void)[] = []

  constructor(commits: Readonly<Record<Kind, Commit<Item>>>) {
    this.#commits = commits
  }

  /** Resolves with the item's outcome once it is committed. */
  add(kind: Kind, item: Item, needs: readonly string[], signal: AbortSignal | undefined): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ kind, item, needs, signal, resolve, reject })
      this.#scheduled ??= setImmediate(() => this.#start())
    })
  }

  /** Resolves when nothing is queued or under way. */
  async drained(): Promise<void> {
    if (this.#waiting.length === 0 && this.#flights.size === 0) return
    await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #start(): void {
    this.#scheduled = undefined
    const batches = new Map<Kind, Waiting<Kind, Item>[]>()
    /** Needs of writes that stay behind: what comes after them in line must stay too. */
    const passed = new Set<string>()
    const inBatch = new Map<string, Kind>()
    const stay: Waiting<Kind, Item>[] = []
    for (const each of this.#waiting) {
      if (each.signal?.aborted) {
        each.reject(each.signal.reason)
        continue
      }
      const batch = batches.get(each.kind) ?? []
      const isFree =
        (this.#flights.get(each.kind) ?? 0) < MOST_FLIGHTS &&
        batch.length < MOST_WRITES &&
        each.needs.every(
          (need) => !this.#busy.has(need) && !passed.has(need) && this.#joins(each, inBatch.get(need)),
        )
      if (!isFree) {
        stay.push(each)
        for (const need of each.needs) passed.add(need)
        continue
      }
      for (const need of each.needs) inBatch.set(need, each.kind)
      batches.set(each.kind, [...batch, each])
    }
    this.#waiting = stay
    for (const [kind, batch] of batches) void this.#fly(kind, batch)
  }

  /** Changes of one job compute one after another in a batch; new jobs of one id or key would hide each other. */
  #joins({ kind }: { kind: Kind }, other: Kind | undefined): boolean {
    return other === undefined || (other === kind && kind !== 'create')
  }

  async #fly(kind: Kind, batch: readonly Waiting<Kind, Item>[]): Promise<void> {
    const needs = new Set(batch.flatMap((each) => each.needs))
    this.#flights.set(kind, (this.#flights.get(kind) ?? 0) + 1)
    for (const need of needs) this.#busy.add(need)
    const outcomes = await this.#commits[kind](batch.map((each) => each.item)).catch((error: unknown) =>
      batch.map((): Outcome => ({ error })),
    )
    for (const need of needs) this.#busy.delete(need)
    const left = (this.#flights.get(kind) ?? 1) - 1
    if (left === 0) this.#flights.delete(kind)
    else this.#flights.set(kind, left)
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index] ?? { error: new Error('a write has no outcome') }
      if ('value' in outcome) resolve(outcome.value)
      else reject(outcome.error)
    }
    if (this.#waiting.length > 0) this.#scheduled ??= setImmediate(() => this.#start())
    else if (this.#flights.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }
}
