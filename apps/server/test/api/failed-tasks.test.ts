import { BackgroundTasks, type TaskQueue } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'

const QUEUE: TaskQueue = { name: 'of-a-test', attempts: 1, retryMs: 1_000, leaseMs: 10_000 }

test('a task that failed is shown with its reason, and is tried again when an owner says so', async () => {
  await using server = await startTestServer()
  const owner = await signIn(server)
  const call = (method: string, path: string, headers = owner.headers) =>
    server.call(method, path, { key: null, headers: { ...headers, origin: server.url } })
  const failed = async () => (await call('GET', '/api/tasks/failed')).body.tasks
  expect(await failed()).toEqual([])
  const tasks = server.running.docent.resolve<BackgroundTasks>(BackgroundTasks)
  let isBroken = true
  const done: unknown[] = []
  await using _worker = tasks.work(QUEUE, async ({ data }) => {
    if (isBroken) throw new Error('The disk is full.')
    done.push(data)
  })
  await tasks.add(QUEUE, { project: 'docs' })
  await expect.poll(failed, { timeout: 60_000 }).toHaveLength(1)
  const [task] = await failed()
  expect(task).toEqual({
    id: expect.any(String),
    queue: 'of-a-test',
    data: { project: 'docs' },
    failedAt: expect.stringMatching(/^\d{4}-/),
    reason: 'The disk is full.',
  })
  isBroken = false
  const path = `/api/tasks/failed/${task.id}/again`
  expect((await call('POST', path)).status).toBe(204)
  await expect.poll(() => done, { timeout: 60_000 }).toEqual([{ project: 'docs' }])
  expect(await failed()).toEqual([])
  expect((await call('POST', path)).body).toMatchObject({
    code: 'not_found',
    detail: expect.stringContaining('no failed task'),
  })
  const { entries } = (await call('GET', '/api/audit?action=task.retry')).body
  expect(entries).toMatchObject([{ action: 'task.retry', target: task.id }])
  const elsewhere = await signIn(server, 'owner', 'elsewhere')
  expect((await call('GET', '/api/tasks/failed', elsewhere.headers)).status).toBe(403)
})
