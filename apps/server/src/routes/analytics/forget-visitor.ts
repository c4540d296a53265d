import { forgetVisitor as forget } from '@docent/core'
import { z } from 'zod'
import { defineOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'

export const forgetVisitor = defineOperation({
  id: 'forgetVisitor',
  summary: 'Delete all conversations of one visitor',
  description:
    'With everything that belongs to them: questions, answers, searches, and feedback on answers and pages. `anonymous` is refused, because it is many visitors.',
  tag: 'Analytics',
  key: 'admin',
  scope: 'write',
  reply: {
    status: 200,
    description: 'How many conversations were deleted; 0 when there were none.',
    content: { 'application/json': z.object({ deleted: z.int() }) },
  },
  async handle({ params, project, services, signal }) {
    return json(await forget(services, project, params.fp ?? '', { signal }))
  },
})
