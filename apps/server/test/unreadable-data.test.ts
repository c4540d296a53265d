import { accessSync, constants } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IssueKey } from '@docent/core'
import { organizationId, projectId } from '@docent/core/plugin'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkConfig } from '../src/config/load-config.ts'
import { FirstStart } from '../src/first-start/first-start.ts'
import { createLogger } from '../src/process/logger.ts'
import { startServer } from '../src/start/start-server.ts'

const content = new URL('./fixture-docs', import.meta.url).pathname
const env = { DOCENT_DATA: 'data' }
const config = checkConfig({ http: { port: 0, drainMs: 1_000 } })
/** Root may read everything: where the tests run as root, the server runs as this user. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** With the plugins that a server has by default. */
async function start(folder: string, write: (line: string) => void = () => undefined) {
  const logger = createLogger({ LOG_FORMAT: 'json' }, { write })
  const first = new FirstStart({ env, folder, logger, content })
  const server = await startServer({
    config,
    env,
    folder,
    logger,
    prepare: (docent) => first.prepare(docent),
  })
  await server.indexing.settled()
  return server
}

describe.runIf(canRun())('data that the user of the server may not read', () => {
  let folder: string
  const data = (path = '') => join(folder, 'data', path)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-modes-'))
    if (isRoot) {
      await chown(folder, NOBODY, NOBODY)
      becomes(NOBODY)
    }
    await (await start(folder)).stop()
  })
  afterAll(async () => {
    if (isRoot) becomes(0)
    await rm(folder, { recursive: true, force: true })
  })

  /** Takes every right to a file or folder away while `act` runs. */
  async function without(path: string, act: () => Promise<void>): Promise<void> {
    await chmod(data(path), 0)
    try {
      await act()
    } finally {
      await chmod(data(path), path.includes('.') || path === 'secret' ? 0o600 : 0o700)
    }
  }

  describe('keeps the server from starting, which says what to do', () => {
    test.each([
      ['', /The data directory .*\/data cannot be used: this user may not write there\. Set DOCENT_DATA/],
      ['secret', /The secret of the server, .*\/data\/secret, cannot be read\. Give this user permission/],
    ])('data/%s', (path, message) =>
      without(path, async () => {
        await expect(start(folder)).rejects.toMatchObject({
          code: 'configuration',
          message: expect.stringMatching(message),
        })
      }),
    )

    test.runIf(isRoot)('a database of another user', async () => {
      becomes(0)
      await chown(data('docent.db'), 0, 0)
      becomes(NOBODY)
      try {
        await expect(start(folder)).rejects.toMatchObject({
          code: 'configuration',
          message: expect.stringMatching(/The database .*\/docent\.db cannot be opened, because .*chown -R/),
        })
      } finally {
        becomes(0)
        await chown(data('docent.db'), NOBODY, NOBODY)
        becomes(NOBODY)
      }
    })
  })

  describe('under way', () => {
    let server: Awaited<ReturnType<typeof start>>
    let keys: Record<'admin' | 'assistant', string>
    let lines: string[]

    beforeAll(async () => {
      server = await start(folder, (line) => lines?.push(line))
      const issue = async (kind: 'admin' | 'assistant') => {
        const projectIds = kind === 'assistant' ? [projectId('docent')] : undefined
        const request = { kind, organizationId: organizationId('default'), name: 'test' }
        const issued = server.docent.resolve(IssueKey)
        return (await issued.issue({ ...request, ...(projectIds ? { projectIds } : {}) })).key
      }
      keys = { admin: await issue('admin'), assistant: await issue('assistant') }
    })
    beforeEach(() => {
      lines = []
    })
    afterAll(() => server?.stop())

    async function call(method: string, path: string, body?: unknown) {
      const key = path.startsWith('/discovery') ? keys.assistant : keys.admin
      const reply = await fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
      return { status: reply.status, body: (await reply.json()) as any }
    }
    const search = () => call('POST', '/discovery/v1/search/docent', { query: 'start' })
    const parts = async () => (await call('GET', '/health/ready')).body.parts
    const add = (page: string) =>
      call('POST', '/v2/agent/docent/job', { prompt: `Add a page ${page}.md saying: the lamp.` })
    const job = async (id: string) => (await call('GET', `/v2/agent/docent/job/${id}`)).body

    test('of the search index: a search is refused, agents go on, and the next search works', async () => {
      await without('index', async () => {
        expect(await search()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
        expect(lines.join('')).toContain('The search index cannot be read or written now.')
        expect(await parts()).toMatchObject({
          'retriever-files': { ok: false, message: expect.stringContaining('permissions') },
          'store-sqlite': { ok: true },
        })
      })
      expect(await search()).toMatchObject({ status: 200 })
    })

    test('of the git cache: a job waits, and is done when the cache can be read again', async () => {
      let id = ''
      await without('cache', async () => {
        id = (await add('waiting')).body.id
        await vi.waitFor(() =>
          expect(lines.join('')).toContain('The folder of the git caches cannot be written'),
        )
        expect(await parts()).toMatchObject({ 'workspace-git': { ok: false } })
        expect(await job(id)).toMatchObject({ status: 'active' })
      })
      await vi.waitFor(async () => expect(await job(id)).toMatchObject({ status: 'completed' }), {
        interval: 200,
      })
    })

    test('of local repositories: a job fails with a reason', async () => {
      await without('repositories', async () => {
        const { id } = (await add('failing')).body
        await vi.waitFor(async () => expect(await job(id)).toMatchObject({ status: 'failed' }), {
          interval: 100,
        })
        expect(lines.join('')).toContain('The folder of a local repository cannot be read.')
      })
    })

    test('of the database: the server goes on with the file that it has open, and says so', async () => {
      await without('', async () => {
        expect(await parts()).toMatchObject({
          'store-sqlite': { ok: false, message: expect.stringContaining('cannot read and write it') },
        })
        expect((await call('GET', '/v2/agent/docent/jobs')).status).toBe(200)
      })
      expect(await parts()).toMatchObject({ 'store-sqlite': { ok: true } })
    })
  })
})

/** A user who cannot read this repository cannot run the server from it. */
function canRun(): boolean {
  if (!isRoot) return true
  becomes(NOBODY)
  try {
    accessSync(process.cwd(), constants.R_OK)
    accessSync(content, constants.R_OK)
    return true
  } catch (error) {
    console.warn(
      `\n!!! THE TESTS OF UNREADABLE DATA DID NOT RUN: user ${NOBODY} cannot read the repository. ${error}\n`,
    )
    return false
  } finally {
    becomes(0)
  }
}

function becomes(user: number): void {
  process.seteuid?.(0)
  process.setegid?.(user)
  process.seteuid?.(user)
}
