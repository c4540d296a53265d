import { Clock, type Docent, Logger, type Project, ProjectNotes, ProjectStore, projectId } from '@docent/core'
import { ManualClock, MemoryProjectNotes } from '@docent/testing'
import { expect, test, vi } from 'vitest'
import { IndexNotes } from './index-notes.ts'

const project = { id: projectId('docs'), disabled: false } as Project

function setup() {
  const clock = new ManualClock()
  const errors: string[] = []
  const known = new Map<unknown, unknown>([
    [ProjectNotes, new MemoryProjectNotes()],
    [ProjectStore, { list: async () => [project, { ...project, id: projectId('other') }] }],
    [Clock, clock],
    [
      Logger,
      { debug() {}, info() {}, warn() {}, error: (_: object, message: string) => errors.push(message) },
    ],
  ])
  const docent = { resolve: (target: unknown) => known.get(target) } as Docent
  return { clock, errors, open: () => new IndexNotes(docent, 1) }
}

test('tells the process that indexes once what another one asked, and again what is asked later', async () => {
  const { clock, errors, open } = setup()
  const [serving, indexing] = [open(), open()]
  const asked: unknown[] = []
  indexing.follow({ soon: (each, options) => void asked.push([each.id, options]) })
  serving.ask(project, true)
  await vi.waitFor(() => expect(asked).toEqual([['docs', { force: true }]]))
  clock.advance(1)
  serving.ask(project, false)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await indexing.stop()
  clock.advance(1)
  serving.ask(project, false)
  const later = open()
  later.follow({ soon: (each, options) => void asked.push([each.id, options]) })
  // What was asked while nobody indexed is not lost, and what was taken is not taken again.
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  await later.stop()
  expect(asked.slice(1)).toEqual([
    ['docs', { force: false }],
    ['docs', { force: false }],
  ])
  expect(errors).toEqual([])
})
