import { connect } from 'node:net'
import { keyId, threadId } from '@docent/core'
import { organizationId, projectId } from '@docent/core/plugin'
import { migrate, Postgres } from '@docent/postgres'
import { CommitCutter, withPostgres } from '@docent/simulators'
import {
  SqlAuditLog,
  type SqlDatabase,
  SqlKeyStore,
  SqlNamedLeases,
  SqlProjectStore,
  SqlReadingStore,
  SqlSecretStore,
  SqlThreadStore,
  SqlWebhookStore,
} from '@docent/sql'
import { makeProject } from '@docent/testing'
import { expect, test } from 'vitest'
import { PostgresSql } from '../src/postgres-sql.ts'
import { MIGRATIONS } from '../src/schema/migrations.ts'
import { freshSchema } from './open-store.ts'

const organization = organizationId('mine')
const docs = projectId('docs')
const thread = threadId('a'.repeat(32))
const started = { id: thread, projectId: docs, fp: 'reader', threadKeyHash: null, createdAt: 1 }
const view = { projectId: docs, path: '/a', reader: 'human' as const, visitor: 'v', viewedAt: 1 }
const page = { limit: 10, offset: 0 }

/** A write, and what it comes to: its answer, or what is read after it. `table` is named by the statement that is cut. */
interface Write {
  readonly table: string
  before?(database: SqlDatabase): Promise<unknown>
  run(database: SqlDatabase): Promise<unknown>
  readonly result: unknown
}

const WRITES: Readonly<Record<string, Write>> = {
  'a new key': {
    table: 'keys',
    async run(database) {
      const keys = new SqlKeyStore(database)
      await keys.create({
        id: keyId('key-1'),
        kind: 'admin',
        organizationId: organization,
        projectIds: [],
        name: 'Key',
        hash: 'hash',
        lastFour: 'abcd',
        scopes: ['read'],
        createdAt: 1,
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
        allowedIps: [],
        allowedOrigins: [],
        trustGroups: false,
      })
      return (await keys.list(organization)).length
    },
    result: 1,
  },
  'a new conversation': {
    table: 'threads',
    run: (database) => new SqlThreadStore(database).create(started),
    result: undefined,
  },
  'a turn': {
    table: 'thread_turns',
    before: (database) => new SqlThreadStore(database).create(started),
    async run(database) {
      const threads = new SqlThreadStore(database)
      await threads.append(thread, {
        id: 't1',
        question: 'How?',
        asked: {},
        answer: 'So.',
        outcome: 'answered',
        sources: [],
        searches: ['how'],
        model: 'offline:docent',
        inputTokens: 1,
        outputTokens: 1,
        firstTextMs: null,
        totalMs: 1,
        createdAt: 2,
      })
      const { entries } = await threads.searches(docs, { limit: 10 })
      return [(await threads.turns(thread, 10)).map(({ index }) => index), entries.map(({ count }) => count)]
    },
    result: [[0], [1]],
  },
  'tasks of webhooks': {
    table: 'webhook_tasks',
    run: (database) =>
      new SqlWebhookStore(database).add([
        {
          id: 'task-1',
          kind: 'delivery',
          status: 'pending',
          attempts: 0,
          dueAt: 1,
          createdAt: 1,
          updatedAt: 1,
          data: {},
        },
      ]),
    result: ['task-1'],
  },
  'a view': {
    table: 'page_visitors',
    async run(database) {
      const readings = new SqlReadingStore(database)
      await readings.recordView(view)
      return [
        (await readings.views(docs, page)).totals.total,
        (await readings.visitors(docs, page)).totals.total,
      ]
    },
    result: [1, 1],
  },
  'an entry of the audit log': {
    table: 'audit_entries',
    async run(database) {
      const audit = new SqlAuditLog(database)
      await audit.record({
        id: 'entry-1',
        organizationId: organization,
        at: 1,
        actor: { kind: 'command', id: null, name: 'ada' },
        action: 'key.create',
        target: null,
        details: {},
        ip: null,
        userAgent: null,
      })
      return (await audit.list({ organizationId: organization, limit: 10 })).entries.length
    },
    result: 1,
  },
  'a project': {
    table: 'projects',
    async run(database) {
      const projects = new SqlProjectStore(database)
      await projects.put(makeProject({ id: docs }))
      return (await projects.list()).length
    },
    result: 1,
  },
  'the end of a credential': {
    table: 'entered_secrets',
    before: (database) =>
      new SqlSecretStore(database).put({
        organizationId: organization,
        name: 'OPENAI_API_KEY',
        sealed: 'v1.x',
        lastFour: 'abcd',
        updatedAt: 1,
        updatedBy: 'Ada',
      }),
    run: (database) => new SqlSecretStore(database).remove(organization, 'OPENAI_API_KEY'),
    result: true,
  },
  'a lease': {
    table: 'leases',
    run: (database) => new SqlNamedLeases(database).acquire('index docs', 'me', 60_000),
    result: true,
  },
}

withPostgres('writes on connections that are cut', (server) => {
  const open = async (port: number, schema: string) => {
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const postgres = new Postgres({ url, directUrl: url, schema, connections: 2 }, { retryMs: 60_000 })
    await postgres.open()
    await migrate(postgres, 'store', MIGRATIONS)
    return postgres
  }

  /** The server runs what it was sent, and its answer is lost. */
  test.each(Object.entries(WRITES))('%s: written once, and in no conflict with itself', async (_, write) => {
    const cutter = await CommitCutter.start(() => connect(server().port, '127.0.0.1'))
    for (const word of [`.${write.table}`, 'COMMIT']) {
      const schema = freshSchema()
      const untouched = await open(server().port, schema)
      await write.before?.(new PostgresSql(untouched))
      await untouched.close()
      const postgres = await open(cutter.port, schema)
      cutter.cut('after', undefined, word)
      expect(await write.run(new PostgresSql(postgres)), `cut at ${word}`).toEqual(write.result)
      // A write of one statement has no commit of its own.
      expect(cutter.cuts).toBeGreaterThan(0)
      await postgres.close()
    }
    cutter.stop()
  })
})
