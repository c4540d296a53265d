import { Previews, projectOfUpdate } from '@docent/core'
import { DocentError, defined, json, type KeyRecord, ProjectStore } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import type { Services } from '../../calls/services.ts'
import { isoTime } from '../schemas/report-query.ts'

const files = z.array(z.string())

const UpdateStatusObject = z
  .object({
    _id: z.string(),
    projectId: z.string(),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().optional(),
    status: z.enum(['queued', 'in_progress', 'success', 'failure']),
    summary: z.string().optional().describe('Counts and the time left, for people.'),
    logs: z.array(z.string()),
    subdomain: z.string().optional(),
    source: z.enum(['api', 'dashboard', 'internal']),
    commit: z
      .object({
        sha: z.string(),
        ref: z.string().describe('Such as `refs/heads/main`.'),
        message: z.string().optional().describe('Where the source knows it, at most 5,000 characters.'),
        filesChanged: z
          .object({ added: files, modified: files, removed: files })
          .describe('Files of pages that the index was brought up to, at most 1,000 of each kind.'),
      })
      .optional()
      .describe(
        'Once a project from a repository is up to date: the commit that its index, or the preview, shows.',
      ),
  })
  .meta({ id: 'UpdateStatus' })

export const getUpdateStatus = defineOperation({
  id: 'getUpdateStatus',
  summary: 'Get the status of an update or a preview',
  tag: 'Server',
  key: 'admin',
  scope: 'read',
  ofOrganization: true,
  reply: {
    status: 200,
    description: 'The update. Docent keeps it for 30 days.',
    content: { 'application/json': UpdateStatusObject },
  },
  async handle({ params, key, services, signal }) {
    const { statusId = '' } = params
    const shown = /^[0-9a-f]{32}$/.test(statusId)
      ? await previewStatus(services, key, statusId, signal)
      : await updateStatus(services, key, statusId, signal)
    if (!shown) throw new DocentError('not_found', 'There is no such update.')
    return json(shown)
  },
})

async function updateStatus(services: Services, key: KeyRecord, statusId: string, signal: AbortSignal) {
  const project = await services.findProject.byId(key, projectOfUpdate(statusId) ?? '')
  const update = await services.projectUpdates.find(project, statusId, { signal })
  if (!update) return undefined
  const { id, projectId, status, source, createdAt, endedAt, summary, logs, commit } = update
  return {
    _id: id,
    projectId,
    createdAt: isoTime(createdAt),
    ...(endedAt === undefined ? {} : { endedAt: isoTime(endedAt) }),
    status,
    ...(summary === undefined ? {} : { summary }),
    logs,
    subdomain: project.domain,
    source,
    ...defined({ commit }),
  }
}

/** A preview is answered once its branch was read, so it has succeeded; its id names no project. */
async function previewStatus(services: Services, key: KeyRecord, id: string, signal: AbortSignal) {
  const previews = services.docent.resolve(Previews)
  const { organizationId, projectIds } = key
  for (const project of await services.docent.resolve(ProjectStore).list({ signal })) {
    const isVisible = projectIds.length === 0 || projectIds.includes(project.id)
    if (project.organizationId !== organizationId || !isVisible) continue
    const preview = await previews.find(project, id, { signal })
    if (!preview) continue
    const summary = `The pages of ${preview.branch} are ready until ${isoTime(preview.expiresAt)}.`
    const createdAt = isoTime(preview.createdAt)
    const about = { _id: id, projectId: project.id, createdAt, endedAt: createdAt, status: 'success' }
    return {
      ...about,
      summary,
      logs: [summary],
      subdomain: project.domain,
      source: 'api',
      ...defined({ commit: preview.commit }),
    }
  }
  return undefined
}
