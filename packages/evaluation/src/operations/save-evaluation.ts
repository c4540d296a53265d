import { EvaluationSet } from '@docent/core'
import { defined, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { evaluationFields, SavedQuestionView, savedQuestionView } from './evaluation-view.ts'

const Body = z
  .strictObject(evaluationFields)
  .refine(
    ({ pages = [], contains = [], refuses }) => pages.length + contains.length > 0 || refuses !== undefined,
    {
      error: 'needs pages, contains or refuses: without one there is nothing to check',
      path: ['pages'],
    },
  )

export const saveEvaluation = defineApiOperation({
  id: 'saveEvaluationQuestion',
  summary: 'Save an evaluation question',
  description: 'A question with the same words is replaced.',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'evaluation.save',
  body: Body,
  reply: {
    status: 201,
    description: 'The question as it is kept.',
    content: { 'application/json': SavedQuestionView },
  },
  async handle({ body, project, services, signal, note }) {
    const { question, pages = [], contains = [], refuses } = body
    const saved = await services.docent
      .resolve(EvaluationSet)
      .save(project.id, { question, pages, contains, ...defined({ refuses }) }, { signal })
    note.about(saved.id)
    return json(savedQuestionView(saved), 201)
  },
})
