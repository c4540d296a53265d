import { ManualClock, MemoryProjectNotes } from '@docent/testing'
import { beforeEach, expect, test } from 'vitest'
import { projectId } from '../../domain/ids.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { Logger } from '../../ports/logger.ts'
import { OutageNotes } from './outage-notes.ts'
import { ProviderHealth } from './provider-health.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const project = projectId('docs')
const model = { kind: 'model', name: 'anthropic:x' } as const

let clock: ManualClock
let notes: MemoryProjectNotes
let logged: string[]
let server: OutageNotes
let worker: OutageNotes

beforeEach(() => {
  clock = new ManualClock(Date.UTC(2026, 0, 1))
  notes = new MemoryProjectNotes()
  logged = []
  server = process()
  worker = process()
})

function process(): OutageNotes {
  const log = (_fields: object, message: string) => void logged.push(message)
  const logger: Logger = { debug: log, info: log, warn: log, error: log }
  return new OutageNotes(notes, clock, logger)
}

test('another process reads since when a provider fails, and why, until any process sees it work', async () => {
  const since = clock.now()
  await worker.failed(project, model, 'The key was refused.')
  clock.advance(60 * SECOND)
  await server.failed(project, model, 'The server answers 503.')
  expect(await worker.list(project)).toEqual([
    { ...model, since, at: since + 60 * SECOND, reason: 'The server answers 503.' },
  ])
  expect(await server.list(projectId('other'))).toEqual([])
  clock.advance(11 * SECOND)
  await worker.succeeded(project, model)
  expect(await server.list(project)).toEqual([])
})

test('a process that saw only successes takes away what another process noted, within ten seconds', async () => {
  await server.succeeded(project, model)
  await worker.failed(project, model, 'Away.')
  await server.succeeded(project, model)
  expect(await server.list(project)).toHaveLength(1)
  clock.advance(10 * SECOND)
  await server.succeeded(project, model)
  expect(await server.list(project)).toEqual([])
})

test('keeps providers apart, and two that fail at once', async () => {
  const host = { kind: 'git host', name: 'github' } as const
  await Promise.all([server.failed(project, model, 'Away.'), server.failed(project, host, 'Away.')])
  await server.succeeded(project, model)
  expect(await server.list(project)).toMatchObject([host])
})

test('forgets a failure after a day without a call, and begins a new outage then', async () => {
  await server.failed(project, model, 'Away.')
  clock.advance(24 * HOUR - 1)
  expect(await server.list(project)).toHaveLength(1)
  clock.advance(1)
  expect(await server.list(project)).toEqual([])
  await server.failed(project, model, 'Away.')
  expect(await server.list(project)).toMatchObject([{ since: clock.now() }])
})

test('a store that is away fails nobody, and the failure is noted when it is back', async () => {
  const write = notes.write
  notes.write = () => Promise.reject(new Error('The disk is full.'))
  await server.failed(project, model, 'Away.')
  expect(logged).toEqual(['an outage could not be noted'])
  notes.write = write
  await server.failed(project, model, 'Away.')
  expect(await server.list(project)).toHaveLength(1)
})

test('writes once in a while, however many answers fail or succeed', async () => {
  let calls = 0
  const { read } = notes
  notes.read = (...args) => {
    calls += 1
    return read.apply(notes, args)
  }
  for (let answer = 0; answer < 50; answer += 1) await server.failed(project, model, 'Away.')
  for (let answer = 0; answer < 50; answer += 1) await server.succeeded(project, model)
  expect(calls).toBeLessThanOrEqual(4)
})

test('shows members no text of an unexpected error, and none of what the caller did wrong', async () => {
  const health = new ProviderHealth(clock, server)
  await health.failed('model', 'a', new Error('https://user:secret@host failed'), project)
  const aside = new DocentError('git_host_misconfigured', 'There is no such repository.')
  await health.failed('git host', 'b', aside, project)
  await health.failed('model', 'c', new DocentError('model_failed', 'The key was refused.'), project)
  const list = await worker.list(project)
  expect(list.map(({ name, reason }) => [name, reason])).toEqual([
    ['c', 'The key was refused.'],
    ['a', 'An unexpected error. See the server log.'],
  ])
  await health.succeeded('model', 'c', project)
  expect(await worker.list(project)).toHaveLength(1)
})
