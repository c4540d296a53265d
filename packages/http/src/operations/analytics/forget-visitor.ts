import { forgetVisitor as forget } from '@docent/core'
import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'

export const forgetVisitor = defineOperation({
  id: 'forgetVisitor',
  summary: 'Delete the data of one visitor',
  description:
    "Deletes the visitor's questions, answers, searches, and feedback on answers and pages. Docent refuses `anonymous`, because many visitors share it.",
  tag: 'Analytics',
  key: 'admin',
  scope: 'write',
  reply: {
    status: 200,
    description: 'The number of deleted conversations, which can be 0.',
    content: { 'application/json': z.object({ deleted: z.int() }) },
  },
  async handle({ params, project, services, signal }) {
    return json(await forget(services, project, params.fp ?? '', { signal }))
  },
})
