import { INDEX_STATE } from '@docent/core'
import {
  type Docent,
  DocentError,
  ProjectNotes,
  ProjectStore,
  projectId,
  Retriever,
} from '@docent/core/plugin'
import { MemoryProjectNotes, makeProject } from '@docent/testing'
import { expect, test } from 'vitest'
import { indexHealth } from './index-health.ts'

const OK = { ok: true }
const DOWN = { ok: false, isDegraded: false }
const DEGRADED = { ok: false, isDegraded: true }

interface Scene {
  /** Enabled projects, by what is known of their index: `new` was never indexed, `held` is here, `gone` is elsewhere. */
  projects?: readonly ('new' | 'held' | 'gone' | 'unreadable' | 'disabled')[]
  isDatabaseAway?: boolean
  serves?: boolean
  /** What a process wrote when it had indexed. */
  note?: Record<string, unknown> | true
}

async function look({ projects = [], isDatabaseAway = false, serves = true, note = true }: Scene) {
  const notes = new MemoryProjectNotes()
  const all = projects.map((state, at) => ({
    ...makeProject({ id: projectId(`p${at}`), disabled: state === 'disabled' }),
    state,
  }))
  for (const { id, state } of all)
    if (state !== 'new') await notes.write(id, note === true ? 'index-published' : INDEX_STATE, note as never)
  const away = () => Promise.reject(new DocentError('unavailable', 'The database does not answer.'))
  const known = new Map<unknown, unknown>([
    [ProjectNotes, isDatabaseAway ? { read: away } : notes],
    [ProjectStore, { list: isDatabaseAway ? away : async () => all }],
    [
      Retriever,
      {
        holds: async (id: string) => {
          const state = all.find((project) => project.id === id)?.state
          if (state === 'unreadable') throw new DocentError('dependency_failed', 'The disk is gone.')
          return state === 'held'
        },
      },
    ],
  ])
  const docent = { resolve: (target: unknown) => known.get(target) } as Docent
  return indexHealth({ docent }, serves)
}

const RUN_OF_BEFORE = { phase: 'done', passages: 7 }

test.each<[string, Scene, object]>([
  ['a fresh server without projects', {}, OK],
  ['a demo whose first index is under way', { projects: ['new'] }, OK],
  ['the demo, indexed', { projects: ['held'] }, OK],
  ['all indexed', { projects: ['held', 'held', 'held'] }, OK],
  ['one of many that was never indexed', { projects: ['held', 'new', 'held'] }, OK],
  ['one of many missing here', { projects: ['held', 'gone', 'held'] }, DEGRADED],
  ['all but one missing here', { projects: ['gone', 'held', 'gone'] }, DEGRADED],
  ['a fresh node, while published ones exist', { projects: ['gone', 'gone'] }, DOWN],
  ['a fresh node, while published and new ones exist', { projects: ['new', 'gone'] }, DOWN],
  ['a disk that cannot be read', { projects: ['unreadable', 'unreadable'] }, DOWN],
  ['a disk that cannot be read in part', { projects: ['unreadable', 'held'] }, DEGRADED],
  ['only disabled projects are missing', { projects: ['disabled', 'disabled'] }, OK],
  ['what is held here is disabled elsewhere', { projects: ['disabled', 'gone'] }, DOWN],
  ['the database is away, for every node', { projects: ['held'], isDatabaseAway: true }, DEGRADED],
  ['the database is away from a fresh node', { projects: ['gone'], isDatabaseAway: true }, DEGRADED],
  ['a worker that no reader reaches', { projects: ['gone'], serves: false }, DEGRADED],
  ['published by an older version', { projects: ['gone'], note: RUN_OF_BEFORE }, DOWN],
  ['an older version that found nothing', { projects: ['gone'], note: { phase: 'done', passages: 0 } }, OK],
  ['an older version that failed', { projects: ['gone'], note: { phase: 'failed', passages: 7 } }, OK],
])('%s', async (_, scene, health) => {
  expect(await look(scene)).toMatchObject(health)
})

test('counts what is here, and names a few of the missing', async () => {
  const { message } = await look({ projects: ['held', ...Array.from({ length: 7 }, () => 'gone' as const)] })
  expect(message).toMatch(
    /^This node has the search index of 1 of 8 indexed projects; p1, p2, p3, p4, p5 and 2 more are missing\./,
  )
})
