import type { Project } from '@docent/core/plugin'

type Listener = (project: Project, force: boolean) => void

/** How routes ask for a project to be indexed: whoever indexes listens, and a server that does not ignores it. */
export class IndexRequests {
  #listener: Listener | undefined

  listen(listener: Listener): void {
    this.#listener = listener
  }

  /** Asks for it shortly. @param force every page, changed or not */
  ask(project: Project, { force = false } = {}): void {
    this.#listener?.(project, force)
  }
}
