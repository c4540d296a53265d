import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database } from './database.ts'
import type { Migration } from './schema/migration.ts'

const notes: Migration = { version: 1, name: 'notes', sql: 'CREATE TABLE notes (text TEXT UNIQUE) STRICT' }

let directory: string
let database: Database

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-sqlite-'))
  database = new Database(join(directory, 'data', 'docent.db'), [notes])
  database.open()
})

afterEach(() => {
  database.close()
  rmSync(directory, { recursive: true })
})

const write = (text: string) =>
  database.transaction(() => database.run('INSERT INTO notes (text) VALUES (?)', text))
const texts = () =>
  database.all<{ text: string }>('SELECT text FROM notes ORDER BY text').map((row) => row.text)

describe('Database', () => {
  test('keeps its files to their owner', async () => {
    await write('a')
    for (const ending of ['', '-wal', '-shm']) {
      expect(statSync(database.file + ending).mode & 0o777).toBe(0o600)
    }
  })

  test('flushes every commit to the disk', () => {
    expect(database.get('PRAGMA synchronous')).toMatchObject({ synchronous: 2 })
    expect(database.get('PRAGMA journal_mode')).toMatchObject({ journal_mode: 'wal' })
    expect(database.get('PRAGMA foreign_keys')).toMatchObject({ foreign_keys: 1 })
  })

  test('commits all writes of one turn together', async () => {
    let commits = 0
    using _ = database.onCommit(() => {
      commits += 1
    })
    await Promise.all(['a', 'b', 'c'].map(write))
    expect(texts()).toEqual(['a', 'b', 'c'])
    expect(commits).toBe(1)
  })

  test('undoes the one write that fails and commits the others', async () => {
    const outcomes = await Promise.allSettled([
      write('a'),
      database.transaction(() => {
        database.run('INSERT INTO notes (text) VALUES (?)', 'half')
        throw new Error('changed my mind')
      }),
      write('a'),
      write('b'),
    ])
    expect(outcomes.map((each) => each.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: { message: 'changed my mind' } })
    expect(texts()).toEqual(['a', 'b'])
  })

  test('does not show a write to readers before it is committed', async () => {
    const pending = write('a')
    expect(texts()).toEqual([])
    await pending
    expect(texts()).toEqual(['a'])
  })

  test('rejects every write of a commit that fails, and works again afterwards', async () => {
    const pages = database.get<{ page_count: number }>('PRAGMA page_count')?.page_count
    database.get(`PRAGMA max_page_count = ${pages}`)
    const outcomes = await Promise.allSettled([write('a'), write('x'.repeat(200_000)), write('b')])
    const failed = outcomes.filter((each) => each.status === 'rejected')
    expect(failed.length).toBeGreaterThan(0)
    for (const each of failed) expect(each.reason).toMatchObject({ code: 'unavailable', isRetryable: true })
    const acknowledged = outcomes.filter((each) => each.status === 'fulfilled').length
    expect(texts()).toHaveLength(acknowledged)
    database.get('PRAGMA max_page_count = 1000000')
    await write('c')
    expect(texts()).toContain('c')
  })

  test('rejects all when the commit itself fails', async () => {
    await database.transaction(() => database.run('INSERT INTO notes (text) VALUES (?)', 'before'))
    // A deferred foreign key is checked by COMMIT alone: the way to let exactly that fail.
    const deferred = new Database(join(directory, 'deferred.db'), [
      {
        version: 1,
        name: 'deferred',
        sql: `CREATE TABLE parents (id INTEGER PRIMARY KEY);
          CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)`,
      },
    ])
    deferred.open()
    const outcomes = await Promise.allSettled([
      deferred.transaction(() => deferred.run('INSERT INTO parents (id) VALUES (1)')),
      deferred.transaction(() => deferred.run('INSERT INTO children (parent) VALUES (7)')),
    ])
    expect(outcomes.map((each) => each.status)).toEqual(['rejected', 'rejected'])
    expect(deferred.all('SELECT * FROM parents')).toEqual([])
    await deferred.transaction(() => deferred.run('INSERT INTO parents (id) VALUES (2)'))
    deferred.close()
  })

  test('does not begin a write whose signal has aborted', async () => {
    const controller = new AbortController()
    const pending = database.transaction(() => database.run("INSERT INTO notes VALUES ('a')"), {
      signal: controller.signal,
    })
    controller.abort(new Error('gone'))
    await expect(pending).rejects.toThrow('gone')
    expect(texts()).toEqual([])
  })

  test('hears of the commits of another connection, and tells them from its own', async () => {
    const other = new Database(database.file, [notes])
    other.open()
    const heard = new Promise((resolve) => database.onCommit(resolve))
    await other.transaction(() => other.run("INSERT INTO notes VALUES ('from elsewhere')"))
    expect(await heard).toBe('elsewhere')
    expect(texts()).toEqual(['from elsewhere'])
    other.close()
  })

  test('tells nobody of a transaction that changed nothing', async () => {
    let commits = 0
    database.onCommit(() => {
      commits += 1
    })
    await database.transaction(() => texts())
    expect(commits).toBe(0)
  })

  test('commits what is queued when it closes, and refuses what comes later', async () => {
    const pending = write('last')
    database.close()
    await pending
    await expect(write('too late')).rejects.toMatchObject({ code: 'unavailable' })
    database.open()
    expect(texts()).toEqual(['last'])
  })

  test('applies only the migrations that the file lacks', async () => {
    await write('kept')
    database.close()
    const next: Migration = { version: 2, name: 'more', sql: 'CREATE TABLE more (id INTEGER)' }
    const upgraded = new Database(database.file, [notes, next])
    upgraded.open()
    expect(upgraded.all('SELECT text FROM notes')).toHaveLength(1)
    expect(upgraded.all('SELECT * FROM more')).toEqual([])
    upgraded.close()
  })

  test('leaves the schema as it was when a migration fails', () => {
    database.close()
    const broken: Migration = {
      version: 2,
      name: 'broken',
      sql: 'CREATE TABLE more (id INTEGER); SELECT nonsense',
    }
    expect(() => new Database(database.file, [notes, broken]).open()).toThrow()
    database.open()
    expect(database.get("SELECT name FROM sqlite_master WHERE name = 'more'")).toBeUndefined()
    expect(database.get('PRAGMA user_version')).toMatchObject({ user_version: 1 })
  })

  test('refuses a file that a newer Docent wrote, and says what to do', () => {
    database.close()
    const raw = new DatabaseSync(database.file)
    raw.exec('PRAGMA user_version = 9')
    raw.close()
    expect(() => database.open()).toThrow(/schema version 9.*up to 1.*newer Docent/)
  })
})
