import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { PageName } from '../schemas/page-name.ts'

const Body = z.object({ path: PageName })

export const recordPageView = defineOperation({
  id: 'recordPageView',
  summary: 'Count a view of a page',
  description:
    'Docent counts views by page and day. It recognizes a visitor by a hash of the address and the user agent. The salt of the hash changes every day, and Docent deletes the old salt and hashes. It counts programs separately from people, by their user agent.',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'view',
  body: Body,
  reply: { status: 204, description: 'It is counted.' },
  async handle({ body, project, ip, headers, services, signal }) {
    const origin = { ip, userAgent: headers['user-agent'] }
    await services.recordView.record(project, body.path, origin, { signal })
    return { kind: 'empty', status: 204 }
  },
})
