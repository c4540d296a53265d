/**
 * Lets callers who want the same thing share one piece of work, and never work that had begun before they asked:
 * who comes while it runs shares the next one, which sees everything that happened until its own start. The work is
 * aborted when every caller of it is gone.
 */
export class Coalesce<Item, Result> {
  readonly #work: (items: Item[], signal: AbortSignal) => Promise<Result>
  #running = false
  #next: Batch<Item, Result> | undefined

  constructor(work: (items: Item[], signal: AbortSignal) => Promise<Result>) {
    this.#work = work
  }

  async ask(item: Item, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    this.#next ??= new Batch()
    const batch = this.#next
    batch.items.push(item)
    batch.callers++
    if (!this.#running) this.#run()
    return new Promise<Result>((resolve, reject) => {
      const leave = () => {
        batch.callers--
        if (batch.callers === 0) batch.controller.abort(signal?.reason)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      const done = () => signal?.removeEventListener('abort', leave)
      batch.result.promise.then(
        (result) => {
          done()
          resolve(result)
        },
        (error: unknown) => {
          done()
          reject(error)
        },
      )
    })
  }

  #run(): void {
    if (!this.#next) return
    this.#running = true
    const finish = () => {
      this.#running = false
      this.#run()
    }
    // Callers of the same turn of the event loop share: the work begins after it.
    setImmediate(() => {
      const batch = this.#next ?? new Batch<Item, Result>()
      this.#next = undefined
      Promise.resolve()
        .then(() => this.#work(batch.items, batch.controller.signal))
        .then(batch.result.resolve, batch.result.reject)
        .then(finish, finish)
    })
  }
}

class Batch<Item, Result> {
  readonly items: Item[] = []
  readonly controller: AbortController = new AbortController()
  readonly result: PromiseWithResolvers<Result> = Promise.withResolvers<Result>()
  callers = 0
}
