import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DocentError,
  defined,
  GitHostMisconfigured,
  type Logger,
  type Project,
  type SourceSnapshot,
} from '@docent/core/plugin'
import { simulateGithub } from '@docent/simulators'
import {
  type ContractRepository,
  ManualClock,
  makeGitOrigin,
  makeProject,
  type SeedFile,
} from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GitDocsSource } from './git-docs-source.ts'

describe('GitDocsSource', () => {
  let directory: string
  let source: GitDocsSource
  const warn = vi.fn()
  const logger: Logger = { debug: () => {}, info: () => {}, warn, error: () => {} }
  const snapshots: SourceSnapshot[] = []

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'source-git-'))
    source = new GitDocsSource({ cacheDir: join(directory, 'cache') }, { logger })
    warn.mockReset()
  })

  afterEach(async () => {
    for (const snapshot of snapshots.splice(0)) await snapshot.close()
    await source.close()
    await rm(directory, { recursive: true })
  })

  const makeOrigin = (files: Readonly<Record<string, SeedFile>>, name = 'origin.git') =>
    makeGitOrigin(join(directory, name), files)

  async function list(origin: ContractRepository, project: Partial<Project> = {}, since?: string) {
    const snapshot = await source.list(makeProject({ repository: origin.url, ...project }), {
      remote: (options) => origin.remote(options),
      ...defined({ since }),
    })
    if (snapshot) snapshots.push(snapshot)
    return snapshot
  }

  async function listed(...args: Parameters<typeof list>): Promise<SourceSnapshot> {
    const snapshot = await list(...args)
    if (!snapshot) throw new Error('nothing new')
    return snapshot
  }

  test.each([
    ['https://github.com/acme/docs', true],
    ['HTTP://git.example.com/docs.git', true],
    ['file:///srv/git/docs.git', true],
    ['git@github.com:acme/docs.git', false],
    ['ssh://git@github.com/acme/docs.git', false],
    ['/srv/git/docs.git', false],
  ])('says of %s whether it can fetch it: %s', (repository, expected) => {
    expect(source.matches(makeProject({ repository }))).toBe(expected)
  })

  test('reads what the repository says to the assistant, from its root and never through a link', async () => {
    const origin = await makeOrigin({
      'docs/index.md': '# Hello',
      'docs/.docent/assistant.md': 'Not this one.',
      '.docent/assistant.md': 'Say “you”.',
    })
    const snapshot = await listed(origin, { docsPath: 'docs' })
    expect(await snapshot.assistantInstructions?.()).toBe('Say “you”.')
    expect(snapshot.files.map(({ path }) => path)).toEqual(['index.md'])

    const without = await listed(await makeOrigin({ 'index.md': '# Hello' }, 'without.git'))
    expect(await without.assistantInstructions?.()).toBeUndefined()
    const linked = await makeOrigin(
      { '.docent/assistant.md': { kind: 'symlink', target: '../index.md' } },
      'linked.git',
    )
    expect(await (await listed(linked)).assistantInstructions?.()).toBeUndefined()
  })

  test('reads one file of a revision, no larger than was asked for, and nothing that is no file', async () => {
    const origin = await makeOrigin({ 'docs/index.md': '# Hello', 'static/logo.svg': '<svg/>' })
    const project = makeProject({ repository: origin.url, docsPath: 'docs' })
    const { revision } = await listed(origin, { docsPath: 'docs' })
    const read = async (path: string, maxBytes: number, of = revision) => {
      const content = await source.readFile(project, { revision: of, path, maxBytes })
      return content && new TextDecoder().decode(content)
    }
    expect(await read('static/logo.svg', 6)).toBe('<svg/>')
    expect(await read('static/logo.svg', 5)).toBeUndefined()
    expect(await read('static', 1000)).toBeUndefined()
    expect(await read('static/absent.svg', 1000)).toBeUndefined()
    expect(await read('static/logo.svg\nHEAD', 1000)).toBeUndefined()
    expect(await read('static/logo.svg', 1000, 'main')).toBeUndefined()
  })

  test('gives pages and navigation of the docs folder with paths relative to it, and the commit with the folder', async () => {
    const origin = await makeOrigin({
      'README.md': '# Repository',
      'docs/index.mdx': '# Hello',
      'docs/guides/a b ü.md': '# Übung',
      'docs/docs.json': '{}',
      'docs/logo.svg': '<svg/>',
      'docs-old/x.md': '# Old',
    })
    const snapshot = await listed(origin, { docsPath: 'docs' })
    expect(snapshot.revision).toBe(`${await origin.tip('main')}:docs`)
    expect(await texts(snapshot)).toEqual({
      'docs.json': '{}',
      'guides/a b ü.md': '# Übung',
      'index.mdx': '# Hello',
    })
  })

  test('gives the descriptions of APIs that the site names, whatever they are called, and no other data', async () => {
    const openapi = { source: 'specs/pets.yml', directory: 'reference' }
    const origin = await makeOrigin({
      'docs/docs.json': JSON.stringify({ navigation: { groups: [{ group: 'API', openapi }] } }),
      'docs/index.mdx': '# Hello',
      'docs/specs/pets.yml': 'openapi: 3.1.0',
      'docs/specs/other.yml': 'a: b',
      'specs/pets.yml': 'openapi: 3.0.0',
    })
    const { files } = await listed(origin, { docsPath: 'docs' })
    expect(files.map(({ path }) => path)).toEqual(['docs.json', 'index.mdx', 'specs/pets.yml'])
  })

  test('gives the parts of a configuration that it names, and what these name', async () => {
    const origin = await makeOrigin({
      'docs/docs.json': JSON.stringify({ navigation: { $ref: './config/pages.json' } }),
      'docs/config/pages.json': JSON.stringify({
        languages: [{ $ref: 'fr.json' }, { $ref: '../.secret/en.json' }, { $ref: '../../other.json' }],
      }),
      'docs/config/fr.json': JSON.stringify({
        language: 'fr',
        groups: [{ group: 'API', openapi: 'pets.yml' }],
      }),
      'docs/config/other.json': '{}',
      'docs/.secret/en.json': '{}',
      'docs/pets.yml': 'openapi: 3.1.0',
      'other.json': '{}',
    })
    const { files } = await listed(origin, { docsPath: 'docs' })
    expect(files.map(({ path }) => path)).toEqual([
      'config/fr.json',
      'config/pages.json',
      'docs.json',
      'pets.yml',
    ])
  })

  test('names git blob ids as hashes', async () => {
    const origin = await makeOrigin({ 'a.md': 'hello\n' })
    expect((await listed(origin)).files).toMatchObject([
      { path: 'a.md', hash: 'ce013625030ba8dba906f756967f9e9ca394464a' },
    ])
  })

  test('uses the branch of the project, and without one the branch that HEAD names', async () => {
    const origin = await makeOrigin({ 'a.md': 'main' })
    await origin.commitDirectly('next', { 'a.md': 'next' }, { from: 'main' })
    expect(await texts(await listed(origin))).toEqual({ 'a.md': 'main' })
    expect(await texts(await listed(origin, { branch: 'next' }))).toEqual({ 'a.md': 'next' })
  })

  test('says that nothing is new only for the newest revision of this folder', async () => {
    const origin = await makeOrigin({ 'a.md': '1', 'docs/b.md': '2' })
    const { revision } = await listed(origin)
    expect(await list(origin, {}, revision)).toBeUndefined()
    expect(await list(origin, { docsPath: 'docs' }, revision)).toBeDefined()
    await origin.commitDirectly('main', { 'a.md': '3' })
    expect(await texts(await listed(origin, {}, revision))).toEqual({ 'a.md': '3', 'docs/b.md': '2' })
  })

  test('keeps to its revision while the branch moves and files are deleted', async () => {
    const origin = await makeOrigin({ 'a.md': 'old a', 'b.md': 'old b' })
    const old = await listed(origin)
    await origin.commitDirectly('main', { 'a.md': 'new a', 'b.md': null, 'c.md': 'new c' })
    const current = await listed(origin)
    expect(await texts(old)).toEqual({ 'a.md': 'old a', 'b.md': 'old b' })
    expect(await texts(current)).toEqual({ 'a.md': 'new a', 'c.md': 'new c' })
  })

  test('follows a branch that was moved to another history', async () => {
    const origin = await makeOrigin({ 'a.md': 'one' })
    const old = await listed(origin)
    const other = await origin.commitDirectly('other', { 'b.md': 'two' })
    await origin.moveBranch('main', other)
    expect(await texts(await listed(origin, {}, old.revision))).toEqual({ 'b.md': 'two' })
    expect(await texts(old)).toEqual({ 'a.md': 'one' })
  })

  test('reads a page that a symbolic link leads to, within the folder of the documentation', async () => {
    const origin = await makeOrigin({
      'README.md': 'read me',
      'docs/index.md': { kind: 'symlink', target: '../README.md' },
      'docs/twice.md': { kind: 'symlink', target: 'index.md' },
      'docs/hidden.md': { kind: 'symlink', target: '../.private/a.md' },
      'docs/code.md': { kind: 'symlink', target: '../main.py' },
      '.private/a.md': 'private',
      'main.py': 'code',
    })
    const all = await listed(origin)
    expect(await texts(all)).toEqual({ 'README.md': 'read me', 'docs/index.md': 'read me' })
    expect(all.unread).toEqual(['docs/code.md', 'docs/hidden.md', 'docs/twice.md'])
    const inDocs = await listed(origin, { docsPath: 'docs' })
    expect(await texts(inDocs)).toEqual({})
    expect(inDocs.unread).toEqual(['code.md', 'hidden.md', 'index.md', 'twice.md'])
  })

  test('leaves out other symlinks and submodules, and tells what has no UTF-8 name, is too large, or in another format', async () => {
    const origin = await makeOrigin({
      'a.md': 'a',
      'run.md': { kind: 'executable', content: 'x' },
      'link.md': { kind: 'symlink', target: 'gone.md' },
      'outside.md': { kind: 'symlink', target: '/etc/passwd' },
      module: { kind: 'submodule', commit: 'a'.repeat(40) },
      '"caf\\351.md"': 'latin1',
      'large.md': 'x'.repeat(1024 * 1024 + 1),
      'full.md': 'x'.repeat(1024 * 1024),
      'old.textile': 'Old\n===',
    })
    const { files, problems = [], unread } = await listed(origin)
    expect(files.map(({ path }) => path)).toEqual(['a.md', 'full.md', 'run.md'])
    expect(problems.map(({ kind, path, message }) => [kind, path, message])).toEqual([
      ['size', 'large.md', expect.stringContaining('maxFileBytes')],
      ['name', expect.stringMatching(/^caf.+\.md$/), expect.stringContaining('UTF-8')],
    ])
    expect(unread).toEqual(['link.md', 'old.textile', 'outside.md'])
  })

  test('reads bytes as they are', async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256)
    const [file] = (await listed(await makeOrigin({ 'a.md': bytes }))).files
    expect(Uint8Array.from((await file?.read()) ?? [])).toEqual(bytes)
  })

  test('reads many files at once', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`p${index}.md`, `text ${index}`]),
    )
    expect(await texts(await listed(await makeOrigin(files)))).toEqual(files)
  })

  test('lists at the same time for several callers', async () => {
    const origin = await makeOrigin({ 'a.md': 'a' })
    const all = await Promise.all(Array.from({ length: 5 }, () => listed(origin)))
    expect(new Set(all.map(({ revision }) => revision)).size).toBe(1)
    await all[0]?.close()
    expect(await texts(all[1] as SourceSnapshot)).toEqual({ 'a.md': 'a' })
  })

  test('gives no file after close', async () => {
    const snapshot = await listed(await makeOrigin({ 'a.md': 'a' }))
    await snapshot.close()
    await expect(snapshot.files[0]?.read()).rejects.toThrow(DocentError)
  })

  test('tells a person what to correct: repository, branch or folder', async () => {
    const origin = await makeOrigin({ 'a.md': 'a', folder: { kind: 'symlink', target: '.' } })
    const failure = (project: Partial<Project>) => list(origin, project).catch((error: unknown) => error)
    const errors = [
      await failure({ branch: 'gone' }),
      await failure({ docsPath: 'gone' }),
      await failure({ docsPath: 'a.md' }),
      await failure({ docsPath: 'folder' }),
      await list(
        { ...origin, remote: async () => ({ url: `${origin.url}.gone` }) },
        { repository: `${origin.url}.gone` },
      ).catch((error: unknown) => error),
    ]
    for (const error of errors) expect(error).toBeInstanceOf(GitHostMisconfigured)
    expect(errors.map(String).join('\n')).toMatch(
      /no branch gone.*\n.*no folder gone.*\n.*a\.md.*\n.*folder.*\n.*not found/,
    )
    // Whoever asks with a form shows it beside the field.
    const fields = errors.map((error) => (error as GitHostMisconfigured).issues?.map(({ path }) => path))
    expect(fields.slice(0, 2)).toEqual([['branch'], ['docsPath']])
  })

  test('tells that an empty repository has no branch', async () => {
    const origin = await makeOrigin({ 'a.md': 'a' })
    await origin.moveBranch('main', undefined)
    await expect(list(origin)).rejects.toThrow(/names no default branch/)
  })

  test('calls a host that does not answer a failure that may pass, after a bounded number of attempts', async () => {
    const origin = await makeOrigin({ 'a.md': 'a' })
    const once = new GitDocsSource({ cacheDir: join(directory, 'other'), attempts: 1 })
    const remote = vi.fn(async () => ({ url: 'http://127.0.0.1:9/docs.git' }))
    const error = await once
      .list(makeProject({ repository: origin.url }), { remote })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'git_host_failed', isRetryable: true })
    expect(remote).toHaveBeenCalledTimes(1)
    await once.close()
  })

  test('passes on what the git host says, and asks it for reading only', async () => {
    const origin = await makeOrigin({ 'a.md': 'a' })
    const refusal = new GitHostMisconfigured('Install the App.')
    const remote = vi.fn(async () => {
      throw refusal
    })
    await expect(source.list(makeProject({ repository: origin.url }), { remote })).rejects.toBe(refusal)
    expect(remote).toHaveBeenCalledWith(expect.objectContaining({ access: 'read' }))
  })

  test('rejects with the reason of an aborted signal, before and while it fetches', async () => {
    const origin = await makeOrigin({ 'a.md': 'a' })
    const reason = new Error('stopped')
    const remote = () => origin.remote({ access: 'read' })
    await expect(
      source.list(makeProject({ repository: origin.url }), { remote, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason)
    const controller = new AbortController()
    const aborting = source.list(makeProject({ repository: origin.url, branch: 'main' }), {
      signal: controller.signal,
      remote: async () => {
        controller.abort(reason)
        return remote()
      },
    })
    await expect(aborting).rejects.toBe(reason)
  })

  test('fetches over HTTP with the credentials it is handed, and tells when they do not reach', async () => {
    const github = await simulateGithub({ repositories: [{ path: 'acme/docs', private: true }] })
    try {
      const project = makeProject({ repository: `${github.origin}/acme/docs` })
      const list = (password: string) =>
        source.list(project, {
          remote: async () => ({
            url: github.gitUrl('acme/docs'),
            credentials: { username: 'x-access-token', password },
          }),
        })
      const token = github.createToken({ permissions: { contents: 'read', metadata: 'read' } })
      const snapshot = await list(token)
      expect(snapshot && (await texts(snapshot))).toEqual({ 'README.md': '# docs\n' })
      await snapshot?.close()
      const refusal = await list('wrong').catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(GitHostMisconfigured)
      expect(String(refusal)).not.toContain('wrong')
    } finally {
      await github.close()
    }
  })

  test('packs its cache when that is due and nobody reads', async () => {
    const clock = new ManualClock()
    const subject = new GitDocsSource({ cacheDir: join(directory, 'packed'), pruneEveryMs: 1000 }, { clock })
    const origin = await makeOrigin({ 'a.md': '0' })
    const open = async () => {
      const snapshot = await subject.list(makeProject({ repository: origin.url }), {
        remote: (options) => origin.remote(options),
      })
      if (!snapshot) throw new Error('nothing new')
      return snapshot
    }
    const packs = async () => {
      const [cache = ''] = await readdir(join(directory, 'packed'))
      const names = await readdir(join(directory, 'packed', cache, 'objects', 'pack'))
      return names.filter((name) => name.endsWith('.pack')).length
    }
    await (await open()).close()
    await origin.commitDirectly('main', { 'a.md': '1' })
    const reading = await open()
    clock.advance(1000)
    await (await open()).close()
    // One a fetch.
    expect(await packs()).toBe(2)
    await reading.close()
    await vi.waitFor(async () => expect(await packs()).toBe(1))
    expect(await texts(await open())).toEqual({ 'a.md': '1' })
    await subject.close()
  })

  test('keeps its cache in its own folder', async () => {
    await listed(await makeOrigin({ 'a.md': 'a' }))
    expect(await readdir(join(directory, 'cache'))).toEqual([expect.stringMatching(/\.git$/)])
  })
})

async function texts(snapshot: SourceSnapshot): Promise<Record<string, string>> {
  const entries = await Promise.all(
    snapshot.files.map(async (file) => [file.path, Buffer.from(await file.read()).toString()] as const),
  )
  return Object.fromEntries(entries)
}
