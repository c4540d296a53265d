import type { ProjectUpdate } from '@docent/core'
import type { Project } from '@docent/core/plugin'

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
