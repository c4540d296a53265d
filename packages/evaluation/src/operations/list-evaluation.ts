import { EvaluationSet } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { SavedQuestionView, savedQuestionView } from './evaluation-view.ts'

export const listEvaluation = defineApiOperation({
  id: 'listEvaluationQuestions',
  summary: 'List the evaluation questions of a project',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The questions, in the order in which they were saved.',
    content: { 'application/json': z.object({ questions: z.array(SavedQuestionView) }) },
  },
  async handle({ project, services, signal }) {
    const questions = await services.docent.resolve(EvaluationSet).list(project.id, { signal })
    return json({ questions: questions.map(savedQuestionView) })
  },
})
