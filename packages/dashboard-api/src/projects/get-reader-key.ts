import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { readerKey } from '@docent/pages'
import { z } from 'zod'

export const getReaderKey = defineApiOperation({
  id: 'getReaderKey',
  summary: 'Get a short-lived key to ask questions from a page of this server',
  description:
    "The key is valid for this reader and for pages of this server, and expires within hours. The server doesn't store it.",
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The key, which works as an assistant key of the project.',
    content: { 'application/json': z.object({ key: z.string() }) },
    headers: { 'Cache-Control': 'Always `no-store`.' },
  },
  async handle(call) {
    call.setHeader('Cache-Control', 'no-store')
    const { actor, project } = call
    const member = actor.kind === 'member' ? actor.session.account.id : undefined
    return json({ key: readerKey(call, project, member) })
  },
})
