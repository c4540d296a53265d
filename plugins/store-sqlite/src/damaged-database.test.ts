import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { draftJob } from '../test/draft-job.ts'
import { Database } from './database.ts'
import { openFailure } from './database-file.ts'
import { SqliteJobStore } from './jobs/sqlite-job-store.ts'

let directory: string
let file: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-damaged-'))
  file = join(directory, 'docent.db')
})
afterEach(() => rmSync(directory, { recursive: true }))

/** A database with a few hundred jobs, closed, so that everything is in the one file. */
async function fill(): Promise<void> {
  const database = new Database(file)
  database.open()
  const store = new SqliteJobStore(database)
  await Promise.all(Array.from({ length: 300 }, (_, n) => store.create(draftJob(`job-${n}`))))
  database.close()
}

const half = () => Math.floor(readFileSync(file).length / 2)

const DAMAGES: Record<string, () => void> = {
  'is empty': () => truncateSync(file, 0),
  'is cut to a half': () => truncateSync(file, half()),
  'is random bytes': () => writeFileSync(file, randomBytes(50_000)),
  'is a text': () => writeFileSync(file, 'This is no database. '.repeat(500)),
  'has random bytes in its second half': () => {
    const bytes = readFileSync(file)
    writeFileSync(file, Buffer.concat([bytes.subarray(0, half()), randomBytes(bytes.length - half())]))
  },
}

describe.each(Object.entries(DAMAGES))('a database that %s', (_what, damage) => {
  test('is refused at start, with its name and what to do, and is left as it is', async () => {
    await fill()
    damage()
    const before = readFileSync(file)
    const database = new Database(file)
    expect(() => database.open()).toThrow(
      expect.objectContaining({ code: 'configuration', message: expect.stringContaining(file) }),
    )
    expect(() => database.open()).toThrow(/is damaged: .*backup/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('makes a running server unhealthy', async () => {
    await fill()
    const database = new Database(file)
    database.open()
    expect(database.health()).toEqual({ ok: true })
    damage()
    expect(database.health()).toMatchObject({ ok: false, message: expect.stringContaining('backup') })
    database.close()
  })
})

test('a database that is deleted under a running server makes it unhealthy', async () => {
  await fill()
  const database = new Database(file)
  database.open()
  rmSync(file)
  expect(database.health()).toMatchObject({ ok: false, message: expect.stringContaining('deleted') })
  database.close()
})

test.each([
  Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  Object.assign(new Error('database or disk is full'), { errcode: 13 }),
  Object.assign(new Error('disk I/O error'), { errcode: 4_874 }),
])('a full disk at start is called full: %s', (error) => {
  expect(openFailure(file, error, () => 0)).toMatchObject({
    code: 'configuration',
    message: expect.stringMatching(/^The disk is full, so the database .* Free some space/),
  })
  expect(openFailure(file, error, () => 1e9)).not.toMatchObject({
    message: expect.stringContaining('is full'),
  })
})

test('a database is made once, however many processes begin at the same time', () => {
  const both = [new Database(file), new Database(file)]
  for (const database of both) database.open()
  expect(existsSync(file)).toBe(true)
  for (const database of both) {
    expect(database.health()).toEqual({ ok: true })
    database.close()
  }
})
