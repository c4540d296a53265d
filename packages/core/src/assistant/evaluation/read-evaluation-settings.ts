import { createHash } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../../domain/project.ts'
import { Models } from '../../models/models.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Retriever } from '../../ports/retriever.ts'
import { Settings } from '../../ports/settings.ts'
import type { EvaluationSettings } from './evaluation-settings.ts'

/** Says with what a project is measured at this moment. */
@injectable()
export class ReadEvaluationSettings {
  constructor(
    @inject(Settings) private readonly settings: Settings,
    @inject(Models) private readonly models: Models,
    @inject(Retriever) private readonly retriever: Retriever,
  ) {}

  /** @param answers whether questions are answered, too: else the model and the checks of answers play no part. */
  async read(project: Project, answers: boolean, options?: CallOptions): Promise<EvaluationSettings> {
    const { id, models, assistant } = project
    const { candidates } = this.settings.assistant.rerank
    const { grounding = 'annotate', claims, synonyms = [], variants = [] } = assistant
    const { revision = null } = await (this.retriever.state?.(id, options) ??
      this.retriever.manifest(id, options))
    return {
      model: answers ? this.models.idFor(project, 'assistant') : null,
      embedding: models.embedding ?? null,
      rerank: models.rerank === undefined ? null : `${models.rerank}, ${candidates} candidates`,
      synonyms: synonyms.length === 0 ? null : `${synonyms.length}, ${hashOf(synonyms)}`,
      variants: variants.length === 0 ? null : variants.join(', '),
      grounding: answers ? grounding : null,
      claims: answers && claims !== undefined ? `${claims.by}, ${claims.threshold}` : null,
      revision,
    }
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)
}
