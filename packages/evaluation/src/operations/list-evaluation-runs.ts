import { EvaluationRuns } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { EvaluationRunView, evaluationRunView } from './evaluation-view.ts'

export const listEvaluationRuns = defineApiOperation({
  id: 'listEvaluationRuns',
  summary: 'List the evaluation results of a project',
  description: 'The results of `docent eval`: up to 20 for the documentation, and 10 for test collections.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The results, with the newest first.',
    content: { 'application/json': z.object({ runs: z.array(EvaluationRunView) }) },
  },
  async handle({ project, services, signal }) {
    const runs = await services.docent.resolve(EvaluationRuns).list(project.id, { signal })
    return json({ runs: runs.map(evaluationRunView) })
  },
})
