import { z } from 'zod'
import { defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'
import { readerKey } from '../../site/access/reader-key.ts'

export const getReaderKey = defineApiOperation({
  id: 'getReaderKey',
  summary: 'Get a key for questions from a page of this server',
  description:
    'The server derives it for this reader and its own address, and stores nothing. It ends within hours.',
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
    return json({ key: readerKey(call, call.project) })
  },
})
