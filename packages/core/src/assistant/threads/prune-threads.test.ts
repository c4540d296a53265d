import { ManualClock, MemoryReadingStore, MemoryThreadStore } from '@docent/testing'
import { expect, test } from 'vitest'
import { projectId, threadId } from '../../domain/ids.ts'
import type { Settings } from '../../ports/settings.ts'
import { pruneThreads } from './prune-threads.ts'

const DAY_MS = 86_400_000

test('deletes conversations that nobody continued for the days of the settings', async () => {
  const threads = new MemoryThreadStore()
  const clock = new ManualClock()
  const project = projectId('p')
  const id = threadId('a'.repeat(32))
  await threads.create({ id, projectId: project, fp: 'x', threadKeyHash: null, createdAt: clock.now() })
  const readings = new MemoryReadingStore()
  const view = {
    projectId: project,
    path: '/',
    reader: 'human' as const,
    visitor: 'x',
    viewedAt: clock.now(),
  }
  await readings.recordView(view)
  const settings = { assistant: { keepThreadsDays: 30 } } as Settings
  const prune = () => pruneThreads({ threads, readings, settings, clock })
  clock.advance(30 * DAY_MS)
  expect(await prune()).toEqual({ deleted: 0 })
  clock.advance(1)
  expect(await prune()).toEqual({ deleted: 1 })
  expect(await threads.get(project, id)).toBeUndefined()
  const total = async () => (await readings.views(project, { limit: 1, offset: 0 })).totals.total
  expect(await total()).toBe(1)
  clock.advance(DAY_MS)
  await prune()
  expect(await total()).toBe(0)
})
