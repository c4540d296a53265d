import { EvaluationRuns } from '@docent/core'
import { z } from 'zod'
import { defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'
import { EvaluationRunView, evaluationRunView } from './evaluation-view.ts'

export const listEvaluationRuns = defineApiOperation({
  id: 'listEvaluationRuns',
  summary: 'List what was measured of a project',
  description: 'The results of `docent eval`: at most 20 of the documentation, and 10 of test collections.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The newest first.',
    content: { 'application/json': z.object({ runs: z.array(EvaluationRunView) }) },
  },
  async handle({ project, services, signal }) {
    const runs = await services.docent.resolve(EvaluationRuns).list(project.id, { signal })
    return json({ runs: runs.map(evaluationRunView) })
  },
})
