/** What goes wrong with the next requests of one operation. */
export interface PlantedFault {
  /** Requests that are hit; 1 when left out. */
  times?: number
  /** Status of the reply; without one (and without `disconnect`) the request is only delayed or doubled. */
  status?: number
  message?: string
  headers?: Readonly<Record<string, string>>
  /** True: the request takes effect, and only its reply is lost. */
  afterEffect?: boolean
  /** The connection breaks instead of a reply. */
  disconnect?: boolean
  /** The request is carried out twice, as by a proxy that tries again; the second reply is sent. */
  duplicate?: boolean
  /** Milliseconds before the reply. */
  delayMs?: number
}

/**
 * Faults by operation: an id of the description (`pulls/create`), `graphql`, git's `git-upload-pack` and
 * `git-receive-pack` (with `/refs` behind it: the request for refs that comes first), or `*` for any.
 */
export class PlantedFaults {
  readonly #planted: { operation: string; fault: PlantedFault; left: number }[] = []

  plant(operation: string, fault: PlantedFault): void {
    this.#planted.push({ operation, fault, left: fault.times ?? 1 })
  }

  /** The fault that hits this request, counted down. */
  take(operation: string): PlantedFault | undefined {
    const found = this.#planted.find(
      (each) => each.left > 0 && (each.operation === operation || each.operation === '*'),
    )
    if (!found) return undefined
    found.left -= 1
    return found.fault
  }

  clear(): void {
    this.#planted.length = 0
  }
}
