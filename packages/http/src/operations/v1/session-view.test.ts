import { beginJob, jobId } from '@docent/core'
import { type Job, organizationId, projectId } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { SessionObject } from '../schemas/job-object.ts'
import { sessionView } from './session-view.ts'

const { job: active } = beginJob(
  {
    id: jobId('j1'),
    organizationId: organizationId('default'),
    projectId: projectId('docs'),
    apiVersion: 'v1',
    source: { repository: 'https://git.example/docs', ref: 'docent/x' },
    model: 'offline:model',
    title: 'Do x',
    asDraft: false,
    userId: null,
    createdAt: 0,
  },
  [{ id: 'm1', role: 'user', content: 'Do x', createdAt: 0 }],
)
const failed = (haltReason: Job['haltReason']): Job => ({ ...active, status: 'failed', haltReason })

test('spells the reason as v1 does', () => {
  const session = sessionView(failed('git_host_misconfigured'), 'docs')
  expect(session).toMatchObject({ haulted: true, haultReason: 'github_missconfigured' })
  expect(SessionObject.parse(session)).toEqual(session)
  expect(sessionView(failed('error'), 'docs').haultReason).toBe('error')
})

test('leaves out what is not set', () => {
  const session = sessionView(active, 'docs')
  expect(session).not.toHaveProperty('haultReason')
  expect(session).not.toHaveProperty('userId')
  expect(SessionObject.parse(session)).toEqual(session)
})
