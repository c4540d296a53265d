import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ProjectUpdates, UpdateRunner } from '@docent/core'
import { type DocsSource, ProjectStore, projectId } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { DocentCommand } from '../cli/docent-command.ts'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'

// Commands start from their sources.
vi.setConfig({ testTimeout: 110_000 })

let folder: string
let docent: DocentCommand
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-losses-'))
  docent = new DocentCommand(folder)
})
afterAll(async () => {
  await docent.close()
  await rm(folder, { recursive: true, force: true })
})

async function documented(files: Readonly<Record<string, string>>, project: object): Promise<void> {
  await rm(join(folder, '.docent-data'), { recursive: true, force: true })
  await rm(join(folder, 'docs'), { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'docs', path)), { recursive: true })
    await writeFile(join(folder, 'docs', path), text)
  }
  const path = join(folder, '.docent-data', 'repositories', 'docs.git')
  await createLocalRepository({
    ...{ path, from: join(folder, 'docs'), message: 'Add the documentation' },
    author: { name: 'Test', email: 'test@example.com' },
    date: 1_700_000_000_000,
  })
  const models = { assistant: 'offline:docent', agent: 'offline:docent' }
  const config = { projects: [{ id: 'docs', repository: `file://${path}`, models, ...project }] }
  await writeFile(join(folder, 'docent.config.mjs'), `export default ${JSON.stringify(config)}`)
}

test('a folder without pages ends the command with an error that names the folder with pages', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 3 }, (_, index) => [`website/docs/${index}.md`, '# Lantern']),
  )
  await documented({ ...pages, 'docs/a.textile': 'Lantern\n=======' }, { docsPath: 'docs' })
  const { code, stderr } = await docent.start(['index']).finished
  expect(code).toBe(1)
  expect(stderr).toContain('It has 1 file in formats that Docent does not read (.textile).')
  expect(stderr).toContain('"website/docs" has 3 pages: set docsPath to "website/docs".')
  const { stdout } = await docent.start(['doctor', '--offline']).finished
  expect(stdout).toContain('index of docs: docsPath "docs" of project docs has no page.')
})

test('the command and doctor say what is missing and what to do', async () => {
  await documented({ 'a.md': '# Lantern', 'old/b.textile': 'Wick\n====' }, {})
  const { code, stdout } = await docent.start(['index']).finished
  expect(code).toBe(0)
  expect(stdout).toContain('1 page is in a format that Docent does not read. Convert')
  expect(stdout).toContain('old/b.textile: Docent does not read .textile files.')
  const doctor = await docent.start(['doctor', '--offline']).finished
  expect(doctor.stdout).toContain('index of docs: 1 page is in a format that Docent does not read.')
})

test('the project, its updates, and Home say what is missing, until it is there', async () => {
  let revision = 'one'
  let problems: { path: string; message: string; severity: 'error'; kind: 'size' }[] = [
    { path: 'big.md', message: 'The file has 9 bytes.', severity: 'error', kind: 'size' },
  ]
  const source: DocsSource = {
    name: 'listed',
    matches: () => true,
    list: async () => ({
      revision,
      files: [{ path: 'a.md', hash: '1', read: async () => new TextEncoder().encode('# Lantern') }],
      problems,
      close: async () => {},
    }),
  }
  const server = await startTestServer({ source })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { headers } = await signIn(server, 'owner')
  const docs = await server.running.docent.resolve(ProjectStore).get(projectId('docs'))
  if (!docs) throw new Error('There is no project.')
  const update = async () => {
    const updates = server.running.docent.resolve(ProjectUpdates)
    const queued = await updates.queue(docs, { source: 'api' })
    const runner = new UpdateRunner(server.running.docent, 20, 50)
    await runner.run(docs, queued)
    await runner.stop()
    return updates.find(docs, queued.id)
  }
  const get = async (path: string) => (await server.call('GET', path, { key: null, headers })).body
  const attention = async () =>
    (await get('/api/projects/docs/overview')).attention.filter(
      ({ kind }: { kind: string }) => kind === 'index',
    )
  const done = await update()
  expect(done).toMatchObject({ status: 'success', summary: expect.stringContaining('1 file is too large.') })
  expect(done?.logs).toContain('  big.md: The file has 9 bytes.')
  expect((await get('/api/projects/docs')).index.problems).toMatchObject([
    { kind: 'size', severity: 'error', count: 1, examples: [{ file: 'big.md', line: 0 }] },
  ])
  expect(await attention()).toMatchObject([
    { title: '1 file is too large', detail: expect.stringMatching(/^big\.md: .*Split such a file/) },
  ])
  revision = 'two'
  problems = []
  await update()
  expect((await get('/api/projects/docs')).index.problems).toEqual([])
  expect(await attention()).toEqual([])
})
