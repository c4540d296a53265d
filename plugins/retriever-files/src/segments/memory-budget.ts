/** How much memory the indices of all projects may take; who comes first has it until it gives it back. */
export class MemoryBudget {
  #free: number

  constructor(bytes: number) {
    this.#free = bytes
  }

  /** False, and nothing taken, when there is not so much. */
  take(bytes: number): boolean {
    if (bytes > this.#free) return false
    this.#free -= bytes
    return true
  }

  /** For what must be in memory: later ones get less. */
  takeAnyway(bytes: number): void {
    this.#free -= bytes
  }

  giveBack(bytes: number): void {
    this.#free += bytes
  }
}
