import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { jobId } from '@docent/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../scripts/from-sources.ts'
import { Database } from '../src/database.ts'
import { SqliteJobStore } from '../src/jobs/sqlite-job-store.ts'
import { draftJob } from './draft-job.ts'

const PROGRAM = fileURLToPath(new URL('job-store-process.ts', import.meta.url))

let directory: string
const children: ChildProcess[] = []

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-processes-'))
})

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

/** Starts a process that is ready for its task; `lines` holds what it said so far. */
async function start(file: string, task: string, name: string, limit = 'unlimited') {
  // `ulimit -f` in blocks of 512 bytes stands for a full disk: a write past it fails.
  const shell = ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath]
  const child = spawn('sh', [...shell, ...FROM_SOURCES, PROGRAM, file, task, name], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.push(child)
  const worker = { child, lines: [] as string[], ended: once(child, 'close') }
  if (child.stdout) createInterface(child.stdout).on('line', (line) => worker.lines.push(line))
  await once(child, 'message')
  return worker
}

function openStore(file: string) {
  const database = new Database(file)
  database.open()
  return { database, store: new SqliteJobStore(database) }
}

// Generous: each commit is flushed, and how long that takes is up to the disk and to who else uses it.
describe('SqliteJobStore in several processes', { timeout: 120_000 }, () => {
  test('has every job that a process killed with SIGKILL in the middle of a burst was told of', async () => {
    const file = join(directory, 'killed.db')
    for (const round of ['first', 'second', 'third']) {
      const victim = await start(file, 'create', round)
      victim.child.stdout?.on('data', () => {
        if (victim.lines.length >= 150) victim.child.kill('SIGKILL')
      })
      victim.child.send('begin')
      expect((await victim.ended)[1]).toBe('SIGKILL')
      expect(victim.lines.length).toBeGreaterThanOrEqual(150)
      const { database, store } = openStore(file)
      for (const id of victim.lines) {
        expect((await store.get(jobId(id)))?.id).toBe(id)
        expect(await store.messages(jobId(id))).toHaveLength(1)
      }
      expect(database.get('PRAGMA integrity_check')).toMatchObject({ integrity_check: 'ok' })
      expect(database.all('SELECT seq FROM jobs WHERE last_message <> 1 OR last_event <> 2')).toEqual([])
      database.close()
    }
  })

  test('rejects every write of a commit that the disk refuses, and keeps none of them', async () => {
    const file = join(directory, 'full.db')
    const { child, lines, ended } = await start(file, 'fill', 'full', '2000')
    child.send('begin')
    expect((await ended)[0]).toBe(0)
    const kept = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
    const refused = lines.filter((line) => line.startsWith('-'))
    expect(refused).toHaveLength(20)
    for (const line of refused) expect(line).toMatch(/^-(dependency_failed|unavailable) /)
    const { database } = openStore(file)
    const stored = database.all<{ id: string }>('SELECT id FROM jobs').map((row) => row.id)
    expect(stored.toSorted()).toEqual(kept.toSorted())
    expect(kept.length).toBeGreaterThan(0)
    database.close()
  })

  test('gives each job to one of two processes, and no branch to both at once', async () => {
    const file = join(directory, 'two.db')
    const { database, store } = openStore(file)
    const ids = Array.from({ length: 120 }, (_, index) => `job-${index}`)
    await Promise.all(ids.map((id, index) => store.create(draftJob(id, `branch-${index % 8}`))))
    const workers = await Promise.all(['one', 'two'].map((name) => start(file, 'work', name)))
    for (const { child } of workers) child.send('begin')
    expect((await Promise.all(workers.map((each) => each.ended))).map(([code]) => code)).toEqual([0, 0])
    for (const { lines } of workers) expect(lines.length).toBeGreaterThan(0)
    expect(workers.flatMap((each) => each.lines).toSorted()).toEqual(ids.toSorted())
    database.close()
  })

  test('wakes a worker of another process within 50 ms of the commit', async () => {
    const file = join(directory, 'wake.db')
    const { database, store } = openStore(file)
    const { child } = await start(file, 'wait', 'sleeper')
    const messages = on(child, 'message')
    child.send('begin')
    const delays: number[] = []
    for (let round = 0; round < 21; round += 1) {
      expect((await messages.next()).value).toEqual(['waiting', undefined])
      await store.create(draftJob(`job-${round}`))
      const committed = performance.timeOrigin + performance.now()
      const [message] = (await messages.next()).value as [{ awake: number }]
      delays.push(message.awake - committed)
    }
    // The best quarter: the pauses of a busy machine say nothing about the wake-up.
    expect(delays.toSorted((a, b) => a - b)[5]).toBeLessThan(50)
    database.close()
  })
})
