import type { Project, ProjectUpdate } from '@docent/core'

type Listener = (project: Project, update: ProjectUpdate) => void

/** How routes hand over a queued update: whoever runs updates listens. */
export class UpdateRequests {
  #listener: Listener | undefined

  listen(listener: Listener): void {
    this.#listener = listener
  }

  ask(project: Project, update: ProjectUpdate): void {
    this.#listener?.(project, update)
  }
}
