import { Previews } from '@docent/core'
import { json, type Project } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import type { Services } from '../../calls/services.ts'
import { previewAccess } from '../../sessions/preview-access.ts'
import { siteOriginOf } from '../../settings/site-host.ts'

export const PreviewBody = z.strictObject({
  branch: z.string().trim().min(1).max(255).describe('The branch whose pages are shown.'),
})

export const PreviewReply = z.object({ statusId: z.string(), previewUrl: z.url() })

export const createPreview = defineOperation({
  id: 'createPreview',
  summary: 'Preview the pages of a branch',
  description:
    'Replies after Docent has read the branch. Anyone who has `previewUrl` can read the pages for seven days. The pages ask search engines not to index them.',
  tag: 'Server',
  key: 'admin',
  scope: 'write',
  body: PreviewBody,
  reply: {
    status: 202,
    description: 'The address of the pages.',
    content: { 'application/json': PreviewReply },
  },
  async handle({ body, project, services, signal }) {
    return json(await previewOf(services, project, body.branch, signal), 202)
  },
})

/** The pages of a branch, and the address that opens them for whoever has it. */
export async function previewOf(services: Services, project: Project, branch: string, signal: AbortSignal) {
  const { id, expiresAt } = await services.docent.resolve(Previews).create(project, branch, { signal })
  const name = `${project.domain}@${id}`
  const access = previewAccess(services.settings.secrets[0] ?? '', name, expiresAt)
  return { statusId: id, previewUrl: `${siteOriginOf(services)}/site/${name}/?access=${access}` }
}
