import { inject, injectable } from 'tsyringe'
import { z } from 'zod'
import type { ProjectId } from '../domain/ids.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { ModelCard } from './model-card.ts'

const KEY = 'model-checks'
const MOST = 20

/** The cards of models that were checked, kept beside the evaluations of a project. */
@injectable()
export class ModelChecks {
  constructor(@inject(ProjectNotes) private readonly notes: ProjectNotes) {}

  /** The newest first, one a model. */
  async list(project: ProjectId, options?: CallOptions): Promise<ModelCard[]> {
    const stored = await this.notes.read(project, KEY, options)
    return stored === undefined ? [] : z.array(ModelCard).parse(stored)
  }

  /** Replaces the earlier card of the same model, and keeps 20. Of two kept in the same moment one may be lost. */
  async keep(project: ProjectId, card: ModelCard, options?: CallOptions): Promise<void> {
    const others = (await this.list(project, options)).filter(({ model }) => model !== card.model)
    const cards = [card, ...others].slice(0, MOST)
    await this.notes.write(project, KEY, JSON.parse(JSON.stringify(cards)), options)
  }
}
