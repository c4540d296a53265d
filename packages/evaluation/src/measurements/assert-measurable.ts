import { EvaluationSet, Models, SpendCaps } from '@docent/core'
import { type Docent, DocentError, type Project } from '@docent/core/plugin'
import type { MeasurementRequest } from './measurement.ts'

/**
 * Refuses what could not run, before it waits for its turn.
 * @throws DocentError `model_not_configured`, `invalid_request` for an empty evaluation set, SpendReached
 */
export async function assertMeasurable(
  docent: Docent,
  project: Project,
  request: MeasurementRequest,
  signal: AbortSignal,
): Promise<void> {
  if (request.kind === 'model-check') {
    const resolved = docent.resolve(Models).resolve(request.model)
    if (request.maxCost !== undefined && resolved.price === undefined)
      throw new DocentError(
        'invalid_request',
        `The price of ${request.model} is unknown, so Docent can't limit its cost.`,
        {
          issues: [{ path: 'maxCost', message: 'needs a model whose price is known' }],
        },
      )
    await docent.resolve(SpendCaps).open({ project }, resolved, { signal })
    return
  }
  if (request.answers) {
    const models = docent.resolve(Models)
    const model = models.resolve(request.model ?? models.idFor(project, 'assistant'))
    await docent.resolve(SpendCaps).open({ project }, model, { signal })
  }
  if ((await docent.resolve(EvaluationSet).list(project.id, { signal })).length === 0)
    throw new DocentError(
      'invalid_request',
      'The evaluation set has no questions. Save one in the dashboard, or run docent eval generate --save.',
    )
}
