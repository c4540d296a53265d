import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadId } from '@docent/core'
import { projectId, type Thread, type ThreadTurn } from '@docent/core/plugin'
import { afterEach, expect, test } from 'vitest'
import { Database } from '../database.ts'
import { SqliteThreadStore } from '../sqlite-thread-store.ts'
import { MIGRATIONS } from './all.ts'

const directory = mkdtempSync(join(tmpdir(), 'docent-migration-'))
afterEach(() => rmSync(directory, { recursive: true }))

test('conversations from before are found by visitor and counted by what they searched for', async () => {
  const file = join(directory, 'docent.db')
  const older = new Database(file, MIGRATIONS.slice(0, 4))
  older.open()
  const id = threadId('a'.repeat(32))
  const project = projectId('docs')
  const fp = 'half \ud83d pair'
  const thread: Thread = { id, projectId: project, fp, threadKeyHash: null, createdAt: 10 }
  const turn = { id: 't1', question: 'How?', searches: ['How', ' how', ''], outcome: 'unanswered' }
  await older.transaction(() => {
    older.run(
      'INSERT INTO threads (id, project_id, created_at, body) VALUES (?, ?, ?, ?)',
      id,
      project,
      10,
      JSON.stringify(thread),
    )
    older.run(
      'INSERT INTO thread_turns (thread, position, id, outcome, created_at, body) VALUES (1, 0, ?, ?, ?, ?)',
      turn.id,
      turn.outcome,
      20,
      JSON.stringify({ ...turn, createdAt: 20 } as Partial<ThreadTurn>),
    )
  })
  older.close()

  const newer = new Database(file)
  newer.open()
  const store = new SqliteThreadStore(newer)
  expect((await store.conversations(project, { limit: 5 })).entries).toMatchObject([
    { fp, updatedAt: 20, turns: 1 },
  ])
  expect((await store.searches(project, { limit: 5 })).entries).toEqual([
    {
      source: 'assistant',
      query: 'how',
      count: 1,
      unanswered: 1,
      withoutResults: null,
      meanResults: null,
      meanMs: null,
    },
  ])
  expect(await store.unanswered(project, { limit: 5 })).toMatchObject([{ turnId: 't1', question: 'How?' }])
  expect(await store.forget(project, fp)).toBe(1)
  newer.close()
})
