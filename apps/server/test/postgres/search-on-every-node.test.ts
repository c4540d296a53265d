import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createLocalRepository } from '@docent/git-local'
import { SimulatedS3, withPostgres } from '@docent/simulators'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DocentCommand } from '../cli/docent-command.ts'

const run = promisify(execFile)
const root = new URL('../../../../', import.meta.url)
const content = fileURLToPath(new URL('../fixture-docs', import.meta.url))
const plugin = (folder: string) => JSON.stringify(new URL(`plugins/${folder}/src/index.ts`, root).href)

// Each test starts several processes.
vi.setConfig({ testTimeout: 110_000, hookTimeout: 110_000 })
const until = (look: () => Promise<boolean>) => vi.waitUntil(look, { timeout: 100_000, interval: 100 })

withPostgres('three processes without a common disk', (database) => {
  let folder: string
  let repository: string
  let s3: SimulatedS3
  const nodes = new Map<string, DocentCommand>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-nodes-'))
    s3 = await SimulatedS3.start()
    repository = join(folder, 'docs.git')
    const author = { name: 'Test', email: 'test@localhost' }
    await createLocalRepository({
      path: repository,
      from: content,
      message: 'Add documentation',
      author,
      date: 0,
    })
    await writeFile(join(folder, 's3-key'), `${s3.credentials.secretAccessKey}\n`)
    for (const name of ['one', 'two', 'three']) nodes.set(name, await node(name))
  })

  afterAll(async () => {
    for (const each of nodes.values()) await each.close()
    await s3.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** A machine: its folder has the configuration, and the data of it alone. */
  async function node(name: string): Promise<DocentCommand> {
    const own = join(folder, name)
    await mkdir(own)
    const config = `
      import { postgres } from ${plugin('store-postgres')}
      import { memoryLimiter } from ${plugin('limiter-memory')}
      import { accounts } from ${plugin('accounts-better-auth')}
      import { fileIndex } from ${plugin('retriever-files')}
      import { gitWorkspaces } from ${plugin('workspace-git')}
      import { gitLocal } from ${plugin('git-local')}
      import { sourceGit } from ${plugin('source-git')}
      import { offline } from ${plugin('model-offline')}
      export default {
        plugins: [postgres(), memoryLimiter(), accounts(), fileIndex(), gitWorkspaces(),
          gitLocal({ roots: [${JSON.stringify(folder)}] }), sourceGit(), offline()],
        projects: [{ id: 'docs', repository: ${JSON.stringify(pathToFileURL(repository).href)}, branch: 'main',
          models: { agent: 'offline:docent', assistant: 'offline:docent' } }],
        indexing: { pollMinutes: 1 },
      }`
    await writeFile(join(own, 'docent.config.mjs'), config)
    const { AWS_SECRET_ACCESS_KEY: _key, ...environment } = s3.environment
    return new DocentCommand(own, {
      ...environment,
      AWS_SECRET_ACCESS_KEY_FILE: join(folder, 's3-key'),
      DOCENT_INDEX_STORE: `s3://${s3.bucket}/docent`,
      DATABASE_URL: database().url,
      DOCENT_SECRET: 'one secret of all machines',
      DOCENT_DATA: 'data',
      LOG_LEVEL: 'info',
    })
  }

  async function start(name: string, ...args: string[]) {
    const running = (nodes.get(name) ?? raise()).start([...args, '--json'])
    const [, text = ''] = await running.output(/^(\{.*\})\n/)
    return { running, url: String(JSON.parse(text).url) }
  }

  /** The id of the revision that a machine answers from. */
  async function serves(name: string): Promise<unknown> {
    const file = join(folder, name, 'data', 'index', 'docs', 'CURRENT')
    return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')).published : undefined
  }

  async function find(url: string, key: string, query: string): Promise<string> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ query })
    const reply = await fetch(`${url}/discovery/v1/search/docs`, { method: 'POST', headers, body })
    return `${reply.status} ${await reply.text()}`
  }

  async function addPage(): Promise<void> {
    const clone = join(folder, 'clone')
    await run('git', ['clone', '--quiet', '--branch', 'main', repository, clone])
    await writeFile(join(clone, 'zeppelin.md'), '# Zeppelins\n\nA zeppelin is filled with helium.\n')
    const names = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost']
    await run('git', ['-C', clone, 'add', '.'])
    await run('git', ['-C', clone, ...names, 'commit', '--quiet', '-m', 'Add a page'])
    await run('git', ['-C', clone, 'push', '--quiet'])
  }

  test('answer from what one of them indexes, also without the store and after a kill', async () => {
    const [one, two] = [
      await start('one', 'serve', '--http-only'),
      await start('two', 'serve', '--http-only'),
    ]
    const forReaders = ['keys', 'create', '--kind', 'assistant', '--project', 'docs']
    const { key } = (await nodes.get('one')?.json<{ key: string }>(forReaders)) ?? raise()
    const index = await start('three', 'work', '--only', 'index', '--health-port', '0')
    const urls = [one.url, two.url]
    for (const url of urls) await until(async () => (await find(url, key, 'docs')).includes('"path"'))
    expect(await serves('one')).toEqual(await serves('three'))

    await addPage()
    expect((await nodes.get('three')?.run(['index', 'docs']))?.code).toBe(0)
    const published = await serves('three')
    const began = performance.now()
    await until(async () => (await serves('one')) === published && (await serves('two')) === published)
    // A measurement for the log: the machine of the tests may be busy.
    console.log(`a revision reached two other processes after ${Math.round(performance.now() - began)} ms`)
    for (const url of urls) expect(await find(url, key, 'zeppelin')).toContain('helium')

    await s3.close()
    two.running.process.kill('SIGKILL')
    await two.running.finished
    const again = await start('two', 'serve', '--http-only')
    for (const url of [one.url, again.url]) expect(await find(url, key, 'zeppelin')).toContain('helium')
    const ready = async () => (await fetch(`${one.url}/health/ready`)).json() as Promise<{ status: string }>
    await until(async () => (await ready()).status === 'degraded')
    await s3.listen()
    await until(async () => (await ready()).status === 'ok')

    const doctor = await nodes.get('two')?.json<{ checks: { name: string; message: string }[] }>(['doctor'])
    expect(doctor?.checks).toContainEqual(
      expect.objectContaining({
        name: 'store of the search index',
        message: expect.stringContaining('conditional'),
      }),
    )
    const running = [one.running, again.running, index.running]
    for (const each of running) each.process.kill('SIGTERM')
    expect((await Promise.all(running.map(({ finished }) => finished))).map(({ code }) => code)).toEqual([
      0, 0, 0,
    ])
  })
})

function raise(): never {
  throw new Error('There is none.')
}
