import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin, Retriever } from '@docent/core/plugin'
import { gitLocal } from '@docent/git-local'
import { memoryLimiter } from '@docent/limiter-memory'
import { offline } from '@docent/model-offline'
import { sourceGit } from '@docent/source-git'
import { sqlite } from '@docent/store-sqlite'
import { MemoryRetriever } from '@docent/testing'
import { gitWorkspaces } from '@docent/workspace-git'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkConfig } from '../config/load-config.ts'
import { createLogger } from '../process/logger.ts'
import { startServer } from '../start/start-server.ts'
import { FirstStart } from './first-start.ts'

const content = new URL('../../test/fixture-docs', import.meta.url).pathname
const env = { DOCENT_DATA: 'data' }
const logger = createLogger({ LOG_LEVEL: 'silent' })
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-first-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function start() {
  const retriever = definePlugin({
    name: 'test',
    options: z.strictObject({}),
    setup: (_options, host) => host.provide(Retriever, new MemoryRetriever()),
  })
  const plugins = [
    sqlite(),
    memoryLimiter(),
    gitWorkspaces(),
    gitLocal(),
    sourceGit(),
    offline(),
    retriever(),
  ]
  const config = checkConfig({ plugins, http: { port: 0, drainMs: 1_000 } })
  const first = new FirstStart({ env, folder, logger, content })
  const server = await startServer({
    config,
    env,
    folder,
    logger,
    prepare: (docent) => first.prepare(docent),
  })
  await server.indexing.settled()
  return { server, first, welcome: first.welcome(server.url) }
}

/** The arguments of a printed curl command, as a shell would read them. */
function parseCurl(line: string) {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const url = words.find((word) => word.startsWith('http')) ?? ''
  const headers = words.flatMap((word, index) =>
    words[index - 1] === '-H' ? [word.split(': ') as [string, string]] : [],
  )
  const body = words[words.indexOf('-d') + 1]
  const isPost = words.includes('-d')
  return { url, init: { method: isPost ? 'POST' : 'GET', headers, ...(isPost && body ? { body } : {}) } }
}

describe('the first start', () => {
  it('prints three commands that work as they stand', async () => {
    const { server, welcome } = await start()
    try {
      const commands = (welcome ?? '').split('\n').filter((line) => line.trim().startsWith('curl'))
      expect(commands).toHaveLength(3)
      const [ask, create, read] = commands.map(parseCurl)
      const answer = await fetch(ask?.url ?? '', ask?.init)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toMatch(/data: \[DONE\]/)
      const created = await fetch(create?.url ?? '', create?.init)
      expect(created.status).toBe(201)
      const { id } = (await created.json()) as { id: string }
      const listed = (await (await fetch(read?.url ?? '', read?.init)).json()) as { jobs: { id: string }[] }
      expect(listed.jobs.map((job) => job.id)).toEqual([id])
    } finally {
      await server.stop()
    }
  })

  it('is made once by servers that start at once on one data directory', async () => {
    const started = await Promise.all([start(), start(), start()])
    await Promise.all(started.map(({ server }) => server.stop()))
    expect(started.filter(({ first }) => first.demo)).toHaveLength(1)
    expect(started.filter(({ welcome }) => welcome?.includes('svc_dsc_'))).toHaveLength(1)
    expect(started.filter(({ welcome }) => welcome === undefined)).toHaveLength(2)
  })

  it('is over with the first: later ones print nothing and make nothing', async () => {
    const before = await start()
    await before.server.stop()
    const after = await start()
    await after.server.stop()
    expect(before.welcome).toContain('svc_dsc_')
    expect(before.welcome).toContain(join(folder, 'data'))
    expect(after.welcome).toBeUndefined()
    expect(after.first.demo).toBeUndefined()
  })
})
