import { inject, injectable } from 'tsyringe'
import type { ProjectId } from '../domain/ids.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { KeptList } from '../projects/kept-list.ts'
import { ModelCard } from './model-card.ts'

/** The cards of models that were checked, kept beside the evaluations of a project. */
@injectable()
export class ModelChecks {
  readonly #cards: KeptList<ModelCard>

  constructor(@inject(ProjectNotes) notes: ProjectNotes) {
    this.#cards = new KeptList<ModelCard>(notes, {
      key: 'model-checks',
      schema: ModelCard,
      most: 20,
      replaces: (added, earlier) => added.model === earlier.model,
    })
  }

  /** The newest first, one a model. */
  list(project: ProjectId, options?: CallOptions): Promise<ModelCard[]> {
    return this.#cards.list(project, options)
  }

  /** Replaces the earlier card of the same model, and keeps 20. */
  keep(project: ProjectId, card: ModelCard, options?: CallOptions): Promise<void> {
    return this.#cards.add(project, card, options)
  }
}
