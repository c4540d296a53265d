/** The `limit` rows of the highest score, kept as a heap with the lowest of them on top. */
export class BestRows {
  readonly #limit: number
  readonly #heap: { row: number; score: number }[] = []
  /** What a further row must exceed. */
  least = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(row: number, score: number): void {
    if (score <= this.least) return
    const heap = this.#heap
    const item = { row, score }
    let at = 0
    if (heap.length < this.#limit) {
      at = heap.push(item) - 1
      for (; at > 0; at = (at - 1) >> 1) {
        const parent = heap[(at - 1) >> 1]
        if (parent === undefined || parent.score <= score) break
        heap[at] = parent
      }
    } else {
      for (let child = 1; child < heap.length; child = 2 * at + 1) {
        const right = heap[child + 1]
        if (right !== undefined && right.score < (heap[child]?.score ?? 0)) child++
        const lower = heap[child]
        if (lower === undefined || lower.score >= score) break
        heap[at] = lower
        at = child
      }
    }
    heap[at] = item
    if (heap.length === this.#limit) this.least = heap[0]?.score ?? 0
  }

  sorted(): readonly { row: number; score: number }[] {
    return this.#heap.sort((first, second) => second.score - first.score || first.row - second.row)
  }
}
