import type { Project } from '../domain/project.ts'

/** The longest that a timer of Node can wait; a later time is looked at again then. */
const LONGEST_MS = 2 ** 31 - 1

/** Asks for a project to be indexed when one of its pages comes or goes by itself. */
export class ChangeTimers {
  readonly #timers = new Map<string, NodeJS.Timeout>()

  constructor(private readonly index: (project: Project) => void) {}

  /** @param at milliseconds since 1970; undefined where no page comes or goes */
  set(project: Project, at: number | undefined): void {
    clearTimeout(this.#timers.get(project.id))
    this.#timers.delete(project.id)
    if (at === undefined) return
    const timer = setTimeout(
      () => {
        this.#timers.delete(project.id)
        this.index(project)
      },
      Math.min(Math.max(0, at - Date.now()), LONGEST_MS),
    )
    timer.unref()
    this.#timers.set(project.id, timer)
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
