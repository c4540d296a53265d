import type { SourceProblem } from '@docent/core/plugin'

/** Told one by one; of more with the same reason only the number. */
const TOLD = 10

/** What went wrong at a crawl: a site that is down must not fill the log with each of its pages. */
export class ProblemList {
  readonly #byReason = new Map<string, SourceProblem[]>()

  /** @param reason the same for all pages that it concerns */
  add(path: string, reason: string, message: string, severity: SourceProblem['severity']): void {
    const same = this.#byReason.get(reason)
    if (same === undefined) this.#byReason.set(reason, [{ path, message, severity }])
    else same.push({ path, message, severity })
  }

  list(): SourceProblem[] {
    return [...this.#byReason.values()].flatMap((problems) => {
      const [first] = problems
      const further = problems.length - TOLD
      if (first === undefined || further <= 0) return problems
      const message = `${further} further pages: ${first.message}`
      return [...problems.slice(0, TOLD), { ...first, message }]
    })
  }
}
