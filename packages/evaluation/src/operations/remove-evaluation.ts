import { EvaluationSet } from '@docent/core'
import { DocentError } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'

export const removeEvaluation = defineApiOperation({
  id: 'removeEvaluationQuestion',
  summary: 'Remove an evaluation question',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'evaluation.remove',
  reply: { status: 204, description: 'It is gone.' },
  async handle({ params, project, services, signal, note }) {
    const id = params.questionId ?? ''
    note.about(id)
    if (!(await services.docent.resolve(EvaluationSet).remove(project.id, id, { signal })))
      throw new DocentError('not_found', 'There is no such evaluation question.')
    return { kind: 'empty', status: 204 }
  },
})
