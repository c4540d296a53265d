import { beginJob, DEFAULT_ORGANIZATION, jobId } from '@docent/core'
import { type JobChange, projectId } from '@docent/core/plugin'

/** A new job with one message. */
export function draftJob(id: string, branch: string = id): JobChange {
  return beginJob(
    {
      id: jobId(id),
      organizationId: DEFAULT_ORGANIZATION,
      projectId: projectId('docs'),
      apiVersion: 'v2',
      source: { repository: 'https://git.example/docs', ref: `docent/${branch}` },
      model: 'scripted:a',
      title: 'Fix the typo',
      asDraft: false,
      userId: null,
      createdAt: Date.now(),
    },
    [{ id: `${id}-m1`, role: 'user', content: 'Fix the typo.', createdAt: Date.now() }],
  )
}
