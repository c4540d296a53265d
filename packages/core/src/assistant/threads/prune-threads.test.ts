import { ManualClock, MemoryThreadStore } from '@docent/testing'
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
  const settings = { assistant: { keepThreadsDays: 30 } } as Settings
  const prune = () => pruneThreads({ threads, settings, clock })
  clock.advance(30 * DAY_MS)
  expect(await prune()).toEqual({ deleted: 0 })
  clock.advance(1)
  expect(await prune()).toEqual({ deleted: 1 })
  expect(await threads.get(project, id)).toBeUndefined()
})
