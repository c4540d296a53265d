import { json } from '@docent/core/plugin'
import { defineApiOperation, PreviewBody, PreviewReply, previewOf } from '@docent/http'

export const previewBranch = defineApiOperation({
  id: 'previewBranch',
  summary: 'Preview the pages of a branch (dashboard)',
  description: 'The same as `createPreview`, for people who are signed in.',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'project.preview',
  body: PreviewBody,
  reply: {
    status: 202,
    description: 'The address of the pages.',
    content: { 'application/json': PreviewReply },
  },
  async handle({ body, project, services, signal, note }) {
    note.about(project.id, { branch: body.branch })
    return json(await previewOf(services, project, body.branch, signal), 202)
  },
})
