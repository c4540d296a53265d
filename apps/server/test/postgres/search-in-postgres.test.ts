import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createLocalRepository } from '@docent/git-local'
import { withPostgres } from '@docent/simulators'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DocentCommand } from '../cli/docent-command.ts'

const root = new URL('../../../../', import.meta.url)
const content = fileURLToPath(new URL('../fixture-docs', import.meta.url))
const plugin = (folder: string) => JSON.stringify(new URL(`plugins/${folder}/src/index.ts`, root).href)

// Each test starts several processes.
vi.setConfig({ testTimeout: 110_000, hookTimeout: 110_000 })
const until = (look: () => Promise<boolean>) => vi.waitUntil(look, { timeout: 100_000, interval: 100 })

withPostgres('two servers that share nothing but PostgreSQL', (database) => {
  let folder: string
  const nodes: DocentCommand[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-shared-'))
    const repository = join(folder, 'docs.git')
    const author = { name: 'Test', email: 'test@localhost' }
    await createLocalRepository({
      path: repository,
      from: content,
      message: 'Add documentation',
      author,
      date: 0,
    })
    for (const name of ['one', 'two']) nodes.push(await node(name, repository))
  })

  afterAll(async () => {
    for (const each of nodes) await each.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** A machine: its folder has the configuration, which names no retriever, and the data of it alone. */
  async function node(name: string, repository: string): Promise<DocentCommand> {
    const own = join(folder, name)
    await mkdir(own)
    const config = `
      import { postgres } from ${plugin('store-postgres')}
      import { memoryLimiter } from ${plugin('limiter-memory')}
      import { accounts } from ${plugin('accounts-better-auth')}
      import { gitWorkspaces } from ${plugin('workspace-git')}
      import { gitLocal } from ${plugin('git-local')}
      import { sourceGit } from ${plugin('source-git')}
      import { offline } from ${plugin('model-offline')}
      export default {
        plugins: [postgres({ url: ${JSON.stringify(database().url)} }), memoryLimiter(), accounts(), gitWorkspaces(),
          gitLocal({ roots: [${JSON.stringify(folder)}] }), sourceGit(), offline()],
        projects: [{ id: 'docs', repository: ${JSON.stringify(pathToFileURL(repository).href)}, branch: 'main',
          models: { agent: 'offline:docent', assistant: 'offline:docent' } }],
        indexing: { pollMinutes: 60 },
      }`
    await writeFile(join(own, 'docent.config.mjs'), config)
    return new DocentCommand(own, { DOCENT_SECRET: 'one secret of all machines', DOCENT_DATA: 'data' })
  }

  test('find the same, whichever of them has indexed, and say that the index works', async () => {
    const running = nodes.map((each) => each.start(['serve', '--json']))
    const urls = await Promise.all(
      running.map(async (each) => {
        const [, text = ''] = await each.output(/^(\{.*\})\n/)
        return String(JSON.parse(text).url)
      }),
    )
    const [one] = nodes
    const forReaders = ['keys', 'create', '--kind', 'assistant', '--project', 'docs']
    const { key } = (await one?.json<{ key: string }>(forReaders)) ?? { key: '' }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const find = async (url: string, query: string) => {
      const body = JSON.stringify({ query })
      return (await fetch(`${url}/discovery/v1/search/docs`, { method: 'POST', headers, body })).text()
    }
    for (const url of urls) await until(async () => (await find(url, 'docs')).includes('"path"'))
    const [first, second] = await Promise.all(urls.map((url) => find(url, 'docs')))
    expect(second).toBe(first)
    for (const url of urls) {
      const ready = await fetch(`${url}/health/ready`)
      expect(await ready.json()).toMatchObject({
        status: 'ok',
        parts: { 'retriever-postgres': { ok: true } },
      })
    }
    const doctor = await one?.json<{ checks: { name: string; message: string }[] }>(['doctor'])
    expect(doctor?.checks).toContainEqual(
      expect.objectContaining({ name: 'plugin retriever-postgres', message: 'Works' }),
    )
    for (const { process } of running) process.kill('SIGTERM')
    expect((await Promise.all(running.map(({ finished }) => finished))).map(({ code }) => code)).toEqual([
      0, 0,
    ])
  })
})
