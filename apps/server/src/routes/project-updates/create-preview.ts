import { Previews } from '@docent/core'
import { z } from 'zod'
import { defineOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'
import { previewAccess } from '../../site/access/preview-access.ts'
import { siteOriginOf } from '../../site/site-host.ts'

const Body = z.strictObject({
  branch: z.string().trim().min(1).max(255).describe('The branch whose pages are shown.'),
})

export const createPreview = defineOperation({
  id: 'createPreview',
  summary: 'Preview the pages of a branch',
  description:
    'Replies after Docent has read the branch. Anyone who has `previewUrl` can read the pages for seven days. The pages ask search engines not to index them.',
  tag: 'Server',
  key: 'admin',
  scope: 'write',
  body: Body,
  reply: {
    status: 202,
    description: 'The address of the pages.',
    content: { 'application/json': z.object({ statusId: z.string(), previewUrl: z.url() }) },
  },
  async handle({ body, project, services, signal }) {
    const previews = services.docent.resolve(Previews)
    const { id, expiresAt } = await previews.create(project, body.branch, { signal })
    const name = `${project.domain}@${id}`
    const access = previewAccess(services.settings.secrets[0] ?? '', name, expiresAt)
    return json({ statusId: id, previewUrl: `${siteOriginOf(services)}/site/${name}/?access=${access}` }, 202)
  },
})
