/** A job that a worker had when it was killed, and that another went on with. */
export interface CarriedOn {
  /** When the worker was killed. */
  readonly at: number
  /** Until another had the job. */
  readonly ms: number
}

/** A worker tells its parent what it holds. */
export type HoldMessage = { held: string; run: number } | { left: string }

export function isHoldMessage(message: unknown): message is HoldMessage {
  return typeof message === 'object' && message !== null && ('held' in message || 'left' in message)
}

/** Who holds which job, and how soon jobs of the killed were carried on. */
export class Holdings<Worker> {
  readonly carriedOn: CarriedOn[] = []
  readonly #held = new Map<string, { worker: Worker; run: number }>()
  readonly #lost = new Map<string, { at: number; run: number }>()

  told(worker: Worker, message: HoldMessage): void {
    if ('left' in message) {
      // What it lost by a pause is another's.
      if (this.#held.get(message.left)?.worker === worker) this.#held.delete(message.left)
      return
    }
    const { held, run } = message
    this.#held.set(held, { worker, run })
    const lost = this.#lost.get(held)
    this.#lost.delete(held)
    // A later run is a follow-up: the worker had ended the job and could not say so any more.
    if (lost?.run === run) this.carriedOn.push({ at: lost.at, ms: Date.now() - lost.at })
  }

  killed(worker: Worker): void {
    for (const [job, { worker: holder, run }] of this.#held) {
      if (holder !== worker) continue
      this.#held.delete(job)
      this.#lost.set(job, { at: Date.now(), run })
    }
  }
}

/** `calm` leaves out those in whose time the database was struck too. */
export function carryOnTimes(carriedOn: readonly CarriedOn[], databaseStrikes: readonly number[]) {
  const isCalm = ({ at, ms }: CarriedOn) =>
    !databaseStrikes.some((strike) => strike > at - STRIKE_MS && strike < at + ms)
  return { all: summary(carriedOn), calm: summary(carriedOn.filter(isCalm)) }
}

/** How long a restart of the database is felt. */
const STRIKE_MS = 5_000

function summary(carriedOn: readonly CarriedOn[]) {
  const times = carriedOn.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { jobs: times.length, p50: at(0.5), p99: at(0.99) }
}
