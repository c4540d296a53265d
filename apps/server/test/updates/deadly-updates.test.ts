import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProjectUpdates, UpdateRunner } from '@docent/core'
import { type DocsSource, ProjectStore, projectId } from '@docent/core/plugin'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'
import { startUpdateServer } from './start-update-server.ts'

// A process starts from its sources.
vi.setConfig({ testTimeout: 110_000 })

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-deadly-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function serveAndDie(folder: string): Promise<void> {
  const child = fork(new URL('./deadly-process.ts', import.meta.url), {
    execArgv: [...FROM_SOURCES],
    env: { ...process.env, UPDATES_FOLDER: folder },
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

const sourceOf = (list: DocsSource['list']): DocsSource => ({ name: 'listed', matches: () => true, list })

async function openUpdates(folder: string, list: DocsSource['list']) {
  const running = await startUpdateServer(folder, sourceOf(list))
  onTestFinished(() => running.stop())
  const { docent } = running
  const project = await docent.resolve(ProjectStore).get(projectId('docs'))
  if (!project) throw new Error('There is no project.')
  return { running, docent, project, updates: docent.resolve(ProjectUpdates) }
}

test('an update whose last attempt ends its server too fails in the next one, which reads nothing', async () => {
  const folder = await makeFolder()
  const list = vi.fn<DocsSource['list']>()
  const before = await openUpdates(folder, list)
  const queued = await before.updates.queue(before.project, { source: 'api' })
  await before.updates.write(before.project, { ...queued, attempts: 2 })
  await before.running.stop()
  await serveAndDie(folder)
  const { docent, project, updates } = await openUpdates(folder, list)
  expect(await updates.unfinished(project)).toMatchObject([{ status: 'in_progress', attempts: 3 }])
  const runner = new UpdateRunner(docent, 20, 50)
  runner.start()
  await expect.poll(() => updates.unfinished(project), { timeout: 60_000 }).toEqual([])
  await runner.stop()
  expect(await updates.find(project, queued.id)).toMatchObject({
    status: 'failure',
    summary: expect.stringMatching(/^The server ended 3 times while it ran this update/),
    endedAt: expect.any(Number),
  })
  expect(list).not.toHaveBeenCalled()
})

test('a server that stops in the middle of an update takes none of its attempts', async () => {
  const reading = Promise.withResolvers<void>()
  const { docent, project, updates } = await openUpdates(await makeFolder(), (_project, { signal }) => {
    reading.resolve()
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const queued = await updates.queue(project, { source: 'api' })
  const runner = new UpdateRunner(docent, 20, 50)
  runner.start()
  await reading.promise
  expect(await updates.find(project, queued.id)).toMatchObject({ status: 'in_progress', attempts: 1 })
  await runner.stop()
  expect(await updates.find(project, queued.id)).toEqual(queued)
})
