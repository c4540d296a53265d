import { ManualClock, MemoryBackgroundTasks } from '@docent/testing'
import { expect, test, vi } from 'vitest'
import { projectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import type { Docent } from '../plugin/docent.ts'
import { BackgroundTasks } from '../ports/background-tasks.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { IndexTasks } from './index-tasks.ts'

const project = { id: projectId('docs'), disabled: false } as Project

function setup() {
  const errors: string[] = []
  const known = new Map<unknown, unknown>([
    [BackgroundTasks, new MemoryBackgroundTasks(new ManualClock())],
    [ProjectStore, { get: async (id: string) => (id === 'docs' ? project : undefined) }],
    [
      Logger,
      { debug() {}, info() {}, warn() {}, error: (_: object, message: string) => errors.push(message) },
    ],
  ])
  const docent = { resolve: (target: unknown) => known.get(target) } as Docent
  return { errors, open: () => new IndexTasks(docent) }
}

test('tells the process that indexes once what another one asked, and again what is asked later', async () => {
  const { errors, open } = setup()
  const [serving, indexing] = [open(), open()]
  const asked: unknown[] = []
  indexing.follow({ soon: (each, options) => void asked.push([each.id, options]) })
  serving.ask(project, true)
  await vi.waitFor(() => expect(asked).toEqual([['docs', { force: true }]]))
  serving.ask(project, false)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await indexing.stop()
  serving.ask(project, false)
  serving.ask(project, false)
  const later = open()
  later.follow({ soon: (each, options) => void asked.push([each.id, options]) })
  // What was asked while nobody indexed is not lost, and comes once.
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  await later.stop()
  expect(asked.slice(1)).toEqual([
    ['docs', { force: false }],
    ['docs', { force: false }],
  ])
  expect(errors).toEqual([])
})
