import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DocentError, defined, type Job, type JobEvent, type Logger } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import type { ScriptedReply } from '@docent/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { agentRig, type RigOptions, rigProject } from '../crash/agent-rig.ts'

const away = (retryAfterMs?: number) =>
  new DocentError('model_failed', 'The model server is away.', {
    isRetryable: true,
    ...defined({ retryAfterMs }),
  })

/** A worker that asks a model which answers with these replies, and then says that it is done. */
async function scene(replies: ScriptedReply[], settings: RigOptions['settings'] = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'docent-waiting-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const from = join(directory, 'pages')
  mkdirSync(from)
  writeFileSync(join(from, 'index.md'), '# Home\n')
  const path = join(directory, 'docs.git')
  const author = { name: 'A', email: 'a@example.com' }
  await createLocalRepository({ path, from, message: 'Begin', author, date: 1e12 })
  const logged: string[] = []
  const log = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const logger: Logger = { debug: log, info: log, warn: log, error: log }
  const rig = agentRig({
    directory,
    logger,
    maxAttempts: 1,
    settings,
    script: (_options, call) => replies[call] ?? { text: 'Done.' },
  })
  onTestFinished(() => rig.close())
  const project = rigProject(pathToFileURL(path).href)
  await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
  await rig.projects.put(project)
  rig.worker.start()
  const job = await rig.create.create({
    project,
    apiVersion: 'v2',
    messages: [{ role: 'user', content: 'Look at the pages' }],
  })
  /** What happens until the first event of that type. */
  const until = async (type: JobEvent['type']): Promise<JobEvent[]> => {
    const events: JobEvent[] = []
    for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
      events.push(event)
      if (event.type === type) return events
    }
    throw new Error(`The job came to no ${type}: ${JSON.stringify(events)}`)
  }
  const current = async () => (await rig.jobs.get(job.id)) as Job
  return { rig, project, job, until, current, logged }
}

describe('a job whose provider is away', () => {
  test('waits, says so in its events and in the log, and counts the wait as no time of work', async () => {
    const cut = { text: 'I look at it', error: away(), errorAfterDeltas: 1, cut: true }
    const { rig, job, until, current, logged } = await scene([cut])
    const events = await until('run-finished')
    expect(await current()).toMatchObject({ status: 'completed' })
    const types = events.map((event) => event.type)
    const waiting = types.indexOf('waiting')
    expect(types.slice(waiting - 1, waiting + 2)).toEqual(['step-restarted', 'waiting', 'step-started'])
    expect(events[waiting]).toMatchObject({
      reason: 'The model server is away.',
      until: expect.stringMatching(/Z$/),
    })
    expect(logged.filter((line) => line.includes('is away')).join()).toContain(job.id)
    const [opened, step] = await rig.jobs.steps(job.id)
    // At least a second passed between the two, and all but the second try of it in the wait.
    expect((step?.at ?? 0) - (opened?.at ?? 0) - (step?.workMs ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  test('ends with an error when the model breaks its reply off again and again', async () => {
    const cut = { text: 'I look at it', error: away(), errorAfterDeltas: 1, cut: true }
    const { rig, until, current } = await scene([cut, cut])
    await until('waiting')
    expect((await current()).waiting).toMatchObject({ for: 'model', brokenOff: 1 })
    const get = rig.jobs.get.bind(rig.jobs)
    vi.spyOn(rig.jobs, 'get').mockImplementation(async (id, options) => {
      const job = await get(id, options)
      return job?.waiting ? { ...job, waiting: { ...job.waiting, brokenOff: 12 } } : job
    })
    await until('run-finished')
    expect(await current()).toMatchObject({
      status: 'failed',
      messageToUser: expect.stringMatching(/began its reply and broke it off each time.*send a follow-up/),
    })
  })

  test('waits again while the provider stays away', async () => {
    const { until, current } = await scene([{ error: away() }, { error: away() }])
    const events = await until('run-finished')
    expect(events.filter((event) => event.type === 'waiting')).toHaveLength(2)
    expect(await current()).toMatchObject({ status: 'completed' })
  })

  test('is not tried before the time that the provider asks for', async () => {
    const { rig, until } = await scene([{ error: away(3_500) }])
    await until('waiting')
    const started = performance.now()
    await until('run-finished')
    expect(performance.now() - started).toBeGreaterThan(3_000)
    expect(rig.model.calls).toHaveLength(2)
  })

  test('takes a follow-up at once and reads it when the provider is back', async () => {
    const { rig, project, job, until, current } = await scene([{ error: away() }])
    await until('waiting')
    await rig.send.send({ project, id: job.id, prompt: 'Mind the commas' })
    const queued = await rig.jobs.messages(job.id)
    expect(queued.map((message) => message.content)).toContain('Mind the commas')
    await until('run-finished')
    expect(await current()).toMatchObject({ status: 'completed', run: 1 })
    expect(JSON.stringify(rig.model.calls.at(-1)?.prompt)).toContain('Mind the commas')
  })

  test('is cancelled at once', async () => {
    const { rig, job, until, current } = await scene([{ error: away(60_000) }])
    await until('waiting')
    await rig.cancel(job)
    expect(await current()).toMatchObject({ status: 'failed', cancelled: true })
    expect(rig.model.calls).toHaveLength(1)
  })

  test('fails with the reason when it has waited for as long as it may', async () => {
    const replies = Array.from({ length: 20 }, () => ({ error: away() }))
    const { until, current } = await scene(replies, { maxOutageMs: 2_500 })
    const events = await until('run-finished')
    expect(events.filter((event) => event.type === 'waiting').length).toBeGreaterThan(1)
    const { status, haltReason, messageToUser } = await current()
    expect({ status, haltReason }).toEqual({ status: 'failed', haltReason: 'error' })
    expect(messageToUser).toMatch(/The model server is away\..*agent\.maxOutageMs/)
  })

  test('fails at once when it may not wait', async () => {
    const { until, current } = await scene([{ error: away() }], { maxOutageMs: 0 })
    const events = await until('run-finished')
    expect(events.some((event) => event.type === 'waiting')).toBe(false)
    expect(await current()).toMatchObject({ status: 'failed', messageToUser: 'The model server is away.' })
  })

  test('fails at once when its key is refused', async () => {
    const refused = new DocentError('model_failed', 'The server refused the key: check MODEL_KEY.')
    const { until, current } = await scene([{ error: refused }])
    const events = await until('run-finished')
    expect(events.some((event) => event.type === 'waiting')).toBe(false)
    expect(await current()).toMatchObject({ status: 'failed', messageToUser: refused.message })
  })
})
