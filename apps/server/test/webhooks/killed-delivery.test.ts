import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IssueKey } from '@docent/core'
import { organizationId } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'
import { callServer } from '../start-test-server.ts'
import { DELIVERY_SECRET, startDeliveringServer } from './start-delivering-server.ts'
import { webhookReceiver } from './webhook-receiver.ts'

test('what a process was delivering when it was killed is delivered by another one under the same id', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-delivering-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await createLocalRepository({
    path: join(folder, 'data', 'repositories', 'docs.git'),
    from: new URL('../fixture-docs', import.meta.url).pathname,
    message: 'Begin',
    author: { name: 'Test', email: 'test@example.com' },
    date: 1e12,
  })
  // The first request is never answered: its sender is killed in the middle of the delivery.
  await using receiver = await webhookReceiver((_request, response, count) => {
    if (count > 1) response.writeHead(204).end()
  })
  const first = await startDeliveringServer(folder, receiver.url, false)
  onTestFinished(() => first.stop())
  const { key } = await first.docent
    .resolve(IssueKey)
    .issue({ kind: 'admin', organizationId: organizationId('default'), name: 'test' })
  const child = fork(new URL('./delivering-process.ts', import.meta.url), {
    execArgv: [...FROM_SOURCES],
    env: { ...process.env, DELIVERING_FOLDER: folder, DELIVERING_TO: receiver.url },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const created = await callServer(first.url, 'POST', '/v2/agent/docs/job', {
    key,
    body: { prompt: 'Add a page' },
  })
  expect(created.status).toBe(201)
  await receiver.received(1)
  child.kill('SIGKILL')
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])

  const second = await startDeliveringServer(folder, receiver.url, true)
  onTestFinished(() => second.stop())
  const [before, after] = await receiver.received(2)
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id'])
  expect(after?.body).toBe(before?.body)
  const body = new Webhook(DELIVERY_SECRET).verify(
    after?.body ?? '',
    after?.headers as Record<string, string>,
  )
  expect(body).toMatchObject({ type: 'job.created', data: { job: { id: created.body.id } } })
  const delivered = async () => {
    const reply = await callServer(first.url, 'GET', '/v1/webhooks/deliveries', { key })
    return reply.body.deliveries
  }
  await expect
    .poll(delivered, { timeout: 60_000 })
    .toMatchObject([{ id: after?.headers['webhook-id'], status: 'delivered', attempts: 1 }])
  expect(receiver.requests).toHaveLength(2)
}, 110_000)
