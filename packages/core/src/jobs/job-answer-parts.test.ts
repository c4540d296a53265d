import { expect, test } from 'vitest'
import { jobId, organizationId, projectId } from '../domain/ids.ts'
import type { JobEvent } from '../domain/job.ts'
import { beginJob } from '../domain/job-state.ts'
import type { AnswerPart } from '../streams/answer-part.ts'
import { jobAnswerParts } from './job-answer-parts.ts'

const { job } = beginJob(
  {
    id: jobId('j1'),
    organizationId: organizationId('default'),
    projectId: projectId('docs'),
    apiVersion: 'v1',
    source: { repository: 'https://git.example/docs', ref: 'docent/a' },
    model: 'scripted:model',
    title: 'A job',
    asDraft: false,
    userId: null,
    createdAt: 0,
  },
  [],
)

async function partsOf(...events: JobEvent[]): Promise<AnswerPart[]> {
  async function* stored() {
    for (const [index, event] of events.entries()) yield { sequence: index + 1, at: 0, event }
  }
  const parts: AnswerPart[] = []
  for await (const part of jobAnswerParts(job, stored())) parts.push(part)
  return parts
}

test('a stream of a job says that it waits, why and until when, and goes on', async () => {
  const until = '2026-01-01T00:00:00.000Z'
  const parts = await partsOf(
    { type: 'step-started', step: 1 },
    { type: 'text', text: 'I look' },
    { type: 'step-restarted', step: 1 },
    { type: 'waiting', reason: 'The model is away.', until },
    { type: 'step-started', step: 1 },
    { type: 'text', text: 'Done.' },
  )
  expect(parts.slice(2)).toEqual([
    { type: 'step-start' },
    { type: 'text', text: 'I look' },
    { type: 'data', name: 'restarted', data: { step: 1 } },
    { type: 'data', name: 'waiting', data: { reason: 'The model is away.', until } },
    { type: 'step-finish', finishReason: 'tool-calls', usage: {} },
    { type: 'step-start' },
    { type: 'text', text: 'Done.' },
  ])
})
