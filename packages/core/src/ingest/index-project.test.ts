import {
  hashedEmbedding,
  indexedPage,
  ManualClock,
  MemoryNamedLeases,
  MemoryProjectNotes,
  MemoryRetriever,
} from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { DEFAULT_ORGANIZATION, projectId } from '../domain/ids.ts'
import type { Json } from '../domain/json.ts'
import { LeaseSettings } from '../domain/lease-settings.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { Models } from '../models/models.ts'
import type { DocsSource, PageFolder, SourceProblem, SourceSnapshot } from '../ports/docs-source.ts'
import type { Logger } from '../ports/logger.ts'
import type { RevisionWriter } from '../ports/retriever.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { IndexProject } from './index-project.ts'
import { InProcessParser } from './parsing/in-process-parser.ts'
import type { PageParser } from './parsing/page-parser.ts'
import { PageParsers } from './parsing/page-parsers.ts'
import { indexProblems } from './problems/problem-report.ts'
import { INDEX_STATE, type IndexProgress } from './progress/index-progress.ts'
import { siteNavigation } from './revision/site-navigation.ts'

const project: Project = {
  id: projectId('handbook'),
  organizationId: DEFAULT_ORGANIZATION,
  domain: 'handbook',
  name: 'Handbook',
  repository: 'https://git.example/handbook',
  docsPath: 'docs',
  models: {},
  assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
  origin: 'config',
  disabled: false,
  createdAt: 0,
}

/** Files in memory; a revision is a number that grows with each change. */
class FakeSource implements DocsSource {
  readonly name: string = 'fake'
  problems: SourceProblem[] = []
  unread: string[] = []
  made: string[] = []
  folders: PageFolder[] = []
  refreshMinutes?: number
  instructions: string | undefined
  readonly files = new Map<string, string | Uint8Array>()
  readonly read: string[] = []
  revision = 1
  closed = 0
  sinceSeen: string | undefined
  onRead: ((path: string) => void) | undefined

  matches(): boolean {
    return true
  }

  change(files: Record<string, string | Uint8Array | null>): void {
    this.revision++
    for (const [path, text] of Object.entries(files)) {
      if (text === null) this.files.delete(path)
      else this.files.set(path, text)
    }
  }

  /** By their paths in the repository. */
  readonly above = new Map<string, string>()

  async readFile(_project: Project, { path }: { path: string }): Promise<Uint8Array | undefined> {
    const text = this.above.get(path)
    return text === undefined ? undefined : new TextEncoder().encode(text)
  }

  async pageFolders(): Promise<PageFolder[]> {
    return this.folders
  }

  async list(_project: Project, options: { since?: string }): Promise<SourceSnapshot | undefined> {
    this.sinceSeen = options.since
    const revision = `commit${this.revision}`
    if (options.since === revision) return undefined
    return {
      revision,
      problems: this.problems,
      unread: this.unread,
      made: this.made,
      files: [...this.files].map(([path, text]) => ({
        path,
        hash: `hash of ${text}`,
        read: async () => {
          this.read.push(path)
          this.onRead?.(path)
          return typeof text === 'string' ? new TextEncoder().encode(text) : text
        },
      })),
      assistantInstructions: async () => this.instructions,
      close: async () => {
        this.closed++
      },
    }
  }
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} }

function setup({
  retriever = new MemoryRetriever(),
  parsers = new PageParsers(),
  models = new Models([]),
  logger = silent,
} = {}) {
  const clock = new ManualClock()
  const notes = new MemoryProjectNotes()
  const leases = new MemoryNamedLeases(clock)
  const source = new FakeSource()
  let count = 0
  const ids = { sortable: () => `id${count++}`, secret: () => `secret${count++}` }
  const build = (sources: DocsSource[] = [source]) =>
    new IndexProject(
      notes,
      leases,
      retriever,
      sources,
      new GitHosts([]),
      parsers,
      models,
      clock,
      ids,
      logger,
      { leases: LeaseSettings.parse({}) },
    )
  const paths = async (text: string) =>
    (await retriever.search(project.id, { text, limit: 20 })).map(({ passage }) => passage.pagePath).sort()
  return { clock, notes, leases, source, retriever, index: build(), build, paths }
}

describe('IndexProject', () => {
  test('keeps what the repository says to the assistant, and forgets it with the file', async () => {
    const { source, index, notes } = setup()
    const kept = () => notes.read(project.id, 'assistant-instructions')
    source.change({ 'a.md': '# A' })
    source.instructions = ` Be short.\n${'x'.repeat(9_000)}`
    await index.run(project)
    expect(await kept()).toBe(`Be short.\n${'x'.repeat(7_990)}`)
    source.change({ 'a.md': '# B' })
    source.instructions = undefined
    await index.run(project)
    expect(await kept()).toBe('')
  })

  test('keeps the redirects of the site, and follows them when only they change', async () => {
    const { source, index, retriever } = setup()
    const navigation = (destination: string) =>
      JSON.stringify({
        navigation: { pages: ['a', 'b'] },
        redirects: [{ source: '/old', destination }],
      })
    const pathOf = async (path: string) => (await retriever.page(project.id, path))?.path
    source.change({ 'docs.json': navigation('/a'), 'a.mdx': '# A', 'b.mdx': '# B' })
    await index.run(project)
    expect(await pathOf('/old')).toBe('/a')
    source.change({ 'docs.json': navigation('/b') })
    await index.run(project)
    expect(await pathOf('/old')).toBe('/b')
  })

  test('keeps the older addresses that pages of a Hugo site name, also of pages that did not change', async () => {
    const { source, index, retriever } = setup()
    const pathOf = async (path: string) => (await retriever.page(project.id, path))?.path
    source.change({
      'hugo.toml': '',
      'content/a.md': '+++\naliases = ["/old/"]\n+++\n\nSee [b]({{< relref "b" >}}).',
      'content/b.md': '---\nslug: bee\naliases: [/older]\n---\n\nB.',
    })
    await index.run(project)
    expect([await pathOf('/old'), await pathOf('/older')]).toEqual(['/a', '/bee'])
    expect((await retriever.page(project.id, '/a'))?.content).toContain('See [b](/b).')
    source.change({ 'content/b.md': '---\nslug: bee\n---\n\nB.' })
    await index.run(project)
    expect([await pathOf('/old'), await pathOf('/older')]).toEqual(['/a', undefined])
    source.change({ 'content/a.md': null })
    await index.run(project)
    expect(await pathOf('/old')).toBeUndefined()
  })

  test('indexes every documentation file of the source under its route path', async () => {
    const { source, index, paths, retriever } = setup()
    source.change({
      'index.md': '# Home\n\nA lantern.',
      'guides/a.mdx': '# A\n\nA lantern.',
      'logo.svg': '<svg/>',
    })
    const summary = await index.run(project)
    expect(summary).toMatchObject({ revision: 'commit2', changed: 2, removed: 0, pages: 2, problems: [] })
    expect(await paths('lantern')).toEqual(['/', '/guides/a'])
    expect([...(await retriever.manifest(project.id)).hashes.keys()]).toEqual([
      'docs/index.md',
      'docs/guides/a.mdx',
    ])
    expect(source.closed).toBe(1)
  })

  test('reads only what changed, and takes out what is gone', async () => {
    const { source, index, paths } = setup()
    source.change({ 'a.md': 'lantern', 'b.md': 'lantern', 'c.md': 'lantern' })
    await index.run(project)
    source.read.length = 0
    source.change({ 'a.md': 'compass', 'b.md': null, 'd.md': 'lantern' })
    expect(await index.run(project)).toMatchObject({ revision: 'commit3', changed: 2, removed: 1, pages: 3 })
    expect(source.read.sort()).toEqual(['a.md', 'd.md'])
    expect(await paths('lantern')).toEqual(['/c', '/d'])
    expect(await paths('compass')).toEqual(['/a'])
  })

  test('tells what the source could not read, also when nothing changed', async () => {
    const { source, index } = setup()
    source.change({ 'a.md': 'lantern' })
    source.problems = [{ path: 'b.md', message: 'The site did not answer.', severity: 'warning' }]
    const told = [{ file: 'docs/b.md', line: 0, message: 'The site did not answer.', severity: 'warning' }]
    expect(await index.run(project)).toMatchObject({ changed: 1, problems: told })
    expect(await index.run(project, { force: true })).toMatchObject({ problems: told })
  })

  test('reads a project with a source by the one it names, never by another', async () => {
    const { build } = setup()
    class Named extends FakeSource {
      override readonly name = 'sitemap'
    }
    const [git, sitemap] = [new FakeSource(), new Named()]
    git.change({ 'a.md': 'lantern' })
    sitemap.change({ 'b.md': 'lantern' })
    const { repository: _, ...bare } = project
    const crawled = { ...bare, source: { plugin: 'sitemap', url: 'https://docs.example' } }
    await build([git, sitemap]).run(crawled)
    expect([git.read, sitemap.read]).toEqual([[], ['b.md']])
    await expect(build([git]).run(crawled)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/handbook names the documentation source "sitemap".*"plugins"/),
    })
  })

  test('is due always, but after a good run only when the source wants to be asked again', async () => {
    const { source, index, clock } = setup()
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    expect(await index.isDue(project)).toBe(true)
    source.refreshMinutes = 30
    clock.advance(29 * 60_000)
    expect(await index.isDue(project)).toBe(false)
    clock.advance(60_000)
    expect(await index.isDue(project)).toBe(true)
    const site = { plugin: 'fake', url: 'https://docs.example' }
    await index.run({ ...project, source: site })
    expect(await index.isDue({ ...project, source: site })).toBe(false)
    expect(await index.isDue({ ...project, source: { ...site, exclude: ['/blog/**'] } })).toBe(true)
    source.list = async () => {
      throw new DocentError('dependency_failed', 'The site is down.')
    }
    await expect(index.run(project)).rejects.toThrow('down')
    expect(await index.isDue(project)).toBe(true)
  })

  test('asks the source only for news, and does nothing when there is none', async () => {
    const { source, index } = setup()
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    expect(source.sinceSeen).toBeUndefined()
    expect(await index.run(project)).toMatchObject({ revision: 'commit2', changed: 0, removed: 0, pages: 1 })
    expect(source.sinceSeen).toBe('commit2')
  })

  test('leaves the index unopened when its state shows that there is no news', async () => {
    let opened = 0
    class WithState extends MemoryRetriever {
      override manifest(...args: Parameters<MemoryRetriever['manifest']>) {
        opened++
        return super.manifest(...args)
      }

      async state(...args: Parameters<MemoryRetriever['manifest']>) {
        const { hashes: _, ...state } = await super.manifest(...args)
        return state
      }
    }
    const { source, index } = setup({ retriever: new WithState() })
    source.change({ 'index.md': '# Home\n\nA lantern.' })
    const first = await index.run(project)
    opened = 0
    expect(await index.run(project)).toMatchObject({
      pages: first.pages,
      passages: first.passages,
      changed: 0,
    })
    expect(opened).toBe(0)
    await index.run(project, { force: true })
    expect(opened).toBeGreaterThan(0)
  })

  test('takes the new name of a revision in which no page changed', async () => {
    const { source, index } = setup()
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    source.change({ 'logo.svg': '<svg/>' })
    expect(await index.run(project)).toMatchObject({ revision: 'commit3', changed: 0 })
  })

  test('looks at the same revision again that another version of Docent has indexed', async () => {
    const { source, index, notes } = setup()
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    await index.run(project)
    expect(source.sinceSeen).toBe('commit2')
    const stored = await notes.read(project.id, 'index-skipped')
    await notes.write(project.id, 'index-skipped', { ...(stored as Record<string, Json>), pageFormat: 0 })
    await index.run(project)
    expect(source.sinceSeen).toBeUndefined()
  })

  test('reads everything again when forced', async () => {
    const { source, index } = setup()
    source.change({ 'a.md': 'lantern', 'b.md': 'lantern' })
    await index.run(project)
    expect(await index.run(project, { force: true })).toMatchObject({ changed: 2, pages: 2 })
  })

  test('leaves hidden and draft pages out, does not read them again, and takes them in when asked', async () => {
    const { source, index, paths } = setup()
    source.change({
      'open.md': 'lantern',
      'hidden.md': '---\nhidden: true\n---\nlantern',
      'draft.md': '---\ndraft: true\n---\nlantern',
    })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/open'])
    source.read.length = 0
    source.change({ 'new.md': 'compass' })
    await index.run(project)
    expect(source.read).toEqual(['new.md'])
    await index.run(project, { includeHidden: true, includeDrafts: true })
    expect(await paths('lantern')).toEqual(['/draft', '/hidden', '/open'])
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/open'])
  })

  test('shows a page that its site does not list at its address alone', async () => {
    const { source, index, retriever, paths } = setup()
    source.change({
      'docs.json': JSON.stringify({ navigation: { pages: ['a', 'h'] } }),
      'a.md': 'lantern',
      'h.md': '---\nhidden: true\n---\nlantern',
      'other.md': 'lantern',
    })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a'])
    expect((await retriever.pages(project.id)).map(({ path }) => path)).toEqual(['/a'])
    for (const path of ['/h', '/other']) {
      expect(await retriever.page(project.id, path)).toBeUndefined()
      expect((await retriever.page(project.id, path, { withHidden: true }))?.path).toBe(path)
    }
  })

  test('shows a page with frontmatter that cannot be read to nobody, and says where it is wrong', async () => {
    const { source, index, retriever, paths } = setup()
    source.change({ 'a.md': 'lantern', 'b.md': '---\ntitle: Secret\nhidden: {\n---\nlantern' })
    const { problems } = await index.run(project)
    expect(problems).toMatchObject([{ file: 'docs/b.md', line: 4, severity: 'error' }])
    expect(problems[0]?.message).toContain('readers do not see the page')
    expect(await paths('lantern')).toEqual(['/a'])
    expect(await retriever.page(project.id, '/b', { withHidden: true })).toBeUndefined()
  })

  test('lets pages come and go at their time, without a commit', async () => {
    const { source, index, clock, paths } = setup()
    const [start, comes, goes] = [0, 60_000, 120_000].map((ms) => clock.now() + ms)
    const written = (ms = 0) => new Date(ms).toISOString()
    source.change({
      'hugo.toml': "baseURL = 'x'",
      'content/a.md': 'lantern',
      'content/b.md': `---\npublishDate: ${written(comes)}\nexpiryDate: ${written(goes)}\n---\nlantern`,
      'content/c.md': `---\nexpiryDate: ${written(comes)}\n---\nlantern`,
    })
    expect(await index.run(project)).toMatchObject({ nextChangeAt: comes })
    expect(await paths('lantern')).toEqual(['/a', '/c'])
    expect(await index.run(project)).toMatchObject({ changed: 0, removed: 0, nextChangeAt: comes })
    clock.advance((comes ?? 0) - (start ?? 0))
    expect(await index.run(project)).toMatchObject({ changed: 1, removed: 1, nextChangeAt: goes })
    expect(await paths('lantern')).toEqual(['/a', '/b'])
    clock.advance((goes ?? 0) - (comes ?? 0))
    const last = await index.run(project)
    expect(last).toMatchObject({ changed: 0, removed: 1 })
    expect(last.nextChangeAt).toBeUndefined()
    expect(await paths('lantern')).toEqual(['/a'])
    expect(await index.run(project)).toMatchObject({ changed: 0, removed: 0 })
    expect(source.sinceSeen).toBe('commit2')
  })

  test('reads a page again when its folder or the configuration limits it', async () => {
    const { source, index, paths } = setup()
    source.change({ 'mkdocs.yml': 'site_name: X', 'docs/a.md': 'lantern', 'docs/staff/b.md': 'lantern' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a', '/staff/b'])
    source.change({ 'docs/staff/.meta.yml': 'groups: [staff]' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a'])
    source.change({ 'docs/staff/.meta.yml': null, 'mkdocs.yml': 'site_name: X\nexclude_docs: staff/' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a'])
    source.change({ 'mkdocs.yml': 'site_name: X' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a', '/staff/b'])
  })

  test('takes a text out of a page when the text is limited', async () => {
    const { source, index, paths } = setup()
    source.change({ 'docs.json': JSON.stringify({ navigation: { pages: ['a'] } }) })
    source.change({ 'a.mdx': 'Around.\n\n<Snippet file="s.mdx" />', 'snippets/s.mdx': 'lantern' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a'])
    source.change({ 'snippets/s.mdx': '---\ngroups: [staff]\n---\nlantern' })
    await index.run(project)
    expect(await paths('lantern')).toEqual([])
    source.change({ 'snippets/s.mdx': 'lantern' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a'])
  })

  test('takes a page out when it becomes a draft, and in again when it is none', async () => {
    const { source, index, paths } = setup()
    source.change({ 'a.md': 'lantern', 'b.md': 'lantern' })
    await index.run(project)
    source.change({ 'a.md': '---\ndraft: true\n---\nlantern' })
    expect(await index.run(project)).toMatchObject({ changed: 0, removed: 1, pages: 1 })
    expect(await paths('lantern')).toEqual(['/b'])
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    source.change({ 'a.md': '---\ndraft: true\n---\nlantern' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/b'])
  })

  test('follows the navigation: unlisted pages are hidden, language and version come from it', async () => {
    const { source, index, retriever, paths } = setup()
    const navigation = (version: string) =>
      JSON.stringify({ navigation: { versions: [{ version, pages: ['a', 'guides/b'] }] } })
    source.change({
      'docs.json': navigation('v1'),
      'a.md': 'lantern',
      'guides/b.md': 'lantern',
      'c.md': 'lantern',
    })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a', '/guides/b'])
    expect((await retriever.page(project.id, '/a'))?.version).toBe('v1')
    source.change({ 'docs.json': navigation('v2') })
    await index.run(project)
    expect((await retriever.page(project.id, '/a'))?.version).toBe('v2')
    const found = await retriever.search(project.id, { text: 'lantern', limit: 5, filter: { version: 'v2' } })
    expect(found).toHaveLength(2)
  })

  test('reports a page that cannot be parsed and indexes the others', async () => {
    class Breaking extends InProcessParser {
      override async parse(...args: Parameters<PageParser['parse']>) {
        const parsed = await super.parse(...args)
        return parsed.map((result) =>
          result.file === 'docs/bad.md' ? { file: result.file, failure: 'too odd' } : result,
        )
      }
    }
    const { source, index, paths } = setup({ parsers: { open: (site) => new Breaking(site) } })
    source.change({ 'bad.md': 'lantern', 'good.md': 'lantern' })
    const { problems, pages } = await index.run(project)
    expect(pages).toBe(1)
    expect(problems).toEqual([
      {
        ...{ kind: 'unreadable', file: 'docs/bad.md', line: 0, severity: 'error' },
        message: expect.stringContaining('too odd'),
      },
    ])
    expect(await paths('lantern')).toEqual(['/good'])
  })

  test('tries a file that cannot be parsed again only when it changes, also after a run that broke', async () => {
    let tries = 0
    class Breaking extends InProcessParser {
      override async parse(...[files, options]: Parameters<PageParser['parse']>) {
        tries += files.filter(({ path }) => path === 'bad.md').length
        const parsed = await super.parse(files, options)
        return parsed.map((result) =>
          result.file === 'docs/bad.md' ? { file: result.file, failure: 'too odd' } : result,
        )
      }
    }
    class Failing extends MemoryRetriever {
      isBroken = true
      override async begin(...args: Parameters<MemoryRetriever['begin']>) {
        const writer = await super.begin(...args)
        const commit = writer.commit.bind(writer)
        writer.commit = async (...revision) => {
          if (this.isBroken) throw new Error('the process ends here')
          return commit(...revision)
        }
        return writer
      }
    }
    const retriever = new Failing()
    const scene = setup({ retriever, parsers: { open: (site) => new Breaking(site) } })
    const { source, build, paths } = scene
    source.change({
      'bad.md': 'lantern',
      'good.md': "import P from './_part.md'\n\nlantern <P />",
      '_part.md': 'x',
    })
    await expect(build().run(project)).rejects.toThrow('the process ends here')
    retriever.isBroken = false
    const { problems } = await build().run(project)
    expect(tries).toBe(1)
    expect(problems).toMatchObject([{ file: 'docs/bad.md', message: expect.stringContaining('too odd') }])
    expect(await paths('lantern')).toEqual(['/good'])
    source.change({ 'good.md': 'lantern and wick' })
    expect((await build().run(project)).problems).toHaveLength(1)
    expect(tries).toBe(1)
    source.change({ 'bad.md': 'lantern again' })
    await build().run(project)
    expect(tries).toBe(2)
    await build().run(project, { force: true })
    expect(tries).toBe(3)
  })

  test('keeps the index and remembers nothing of files when the machine has nothing left for a thread', async () => {
    let isCrowded = false
    const crowded = new DocentError('unavailable', 'No thread.', { isRetryable: true })
    class Crowded extends InProcessParser {
      override async parse(...args: Parameters<PageParser['parse']>) {
        if (isCrowded) throw crowded
        return super.parse(...args)
      }
    }
    const { source, index, notes, paths } = setup({ parsers: { open: (site) => new Crowded(site) } })
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    const before = await notes.read(project.id, 'index-skipped')
    isCrowded = true
    source.change({ 'b.md': 'lantern' })
    await expect(index.run(project)).rejects.toBe(crowded)
    expect(await paths('lantern')).toEqual(['/a'])
    expect(await notes.read(project.id, 'index-skipped')).toEqual(before)
    isCrowded = false
    expect(await index.run(project)).toMatchObject({ changed: 1, pages: 2, problems: [] })
  })

  test('tries files again that another version of Docent blamed for the machine', async () => {
    const { source, index, notes } = setup()
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    const stored = (await notes.read(project.id, 'index-skipped')) as Record<string, Json>
    const failures = { 'docs/a.md': { hash: 'x', reason: 'Worker initialization failure', included: [] } }
    await notes.write(project.id, 'index-skipped', { ...stored, failures })
    expect((await index.run(project)).problems).toEqual([])
    expect(source.sinceSeen).toBeUndefined()
    expect(await notes.read(project.id, 'index-skipped')).not.toHaveProperty('failures')
  })

  test('takes a page out of the index when it cannot be parsed any more', async () => {
    let isBreaking = false
    class Breaking extends InProcessParser {
      override async parse(...args: Parameters<PageParser['parse']>) {
        const parsed = await super.parse(...args)
        return parsed.map((result) => (isBreaking ? { file: result.file, failure: 'too odd' } : result))
      }
    }
    const { source, index, paths } = setup({ parsers: { open: (site) => new Breaking(site) } })
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    isBreaking = true
    source.change({ 'a.md': '---\ngroups: [staff]\n---\nlantern' })
    expect(await index.run(project)).toMatchObject({ changed: 0, removed: 1 })
    expect(await paths('lantern')).toEqual([])
  })

  test('warns of two files with one address', async () => {
    const { source, index } = setup()
    source.change({ 'a.md': 'lantern', 'a/index.md': 'lantern' })
    const { problems } = await index.run(project)
    expect(problems).toEqual([expect.objectContaining({ file: 'docs/a/index.md', severity: 'warning' })])
  })

  test('keeps the old revision when reading fails in the middle, and gives the lease back', async () => {
    const { source, index, paths, notes } = setup()
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    source.change({
      'a.md': 'compass',
      ...Object.fromEntries(numbered(200).map((name) => [name, 'compass'])),
    })
    source.onRead = (path) => {
      if (path === 'page150.md') throw new Error('the connection broke')
    }
    await expect(index.run(project)).rejects.toThrow('the connection broke')
    expect(await paths('lantern')).toEqual(['/a'])
    expect(await paths('compass')).toEqual([])
    expect(await notes.read(project.id, INDEX_STATE)).toMatchObject({ phase: 'failed' })
    source.onRead = undefined
    expect(await index.run(project)).toMatchObject({ changed: 201, pages: 201 })
    expect(source.closed).toBe(3)
  })

  test('keeps the old revision when the commit fails', async () => {
    class FailingCommit extends MemoryRetriever {
      fails = false
      override async begin(...args: Parameters<MemoryRetriever['begin']>): Promise<RevisionWriter> {
        const writer = await super.begin(...args)
        if (!this.fails) return writer
        return { ...writer, commit: () => Promise.reject(new Error('the disk is full')) }
      }
    }
    const retriever = new FailingCommit()
    const { source, index, paths } = setup({ retriever })
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    source.change({ 'a.md': 'compass' })
    retriever.fails = true
    await expect(index.run(project)).rejects.toThrow('the disk is full')
    expect(await paths('lantern')).toEqual(['/a'])
    retriever.fails = false
    await index.run(project)
    expect(await paths('compass')).toEqual(['/a'])
  })

  test('deletes an index that cannot be read and builds it anew', async () => {
    class Damaged extends MemoryRetriever {
      damaged = true
      override async manifest(...args: Parameters<MemoryRetriever['manifest']>) {
        if (this.damaged) throw new DocentError('dependency_failed', 'The index is damaged.')
        return super.manifest(...args)
      }
      override async drop(...args: Parameters<MemoryRetriever['drop']>) {
        this.damaged = false
        await super.drop(...args)
      }
    }
    const { source, index, paths } = setup({ retriever: new Damaged() })
    source.change({ 'a.md': 'lantern' })
    expect(await index.run(project)).toMatchObject({ changed: 1, pages: 1 })
    expect(await paths('lantern')).toEqual(['/a'])
  })

  test('refuses while another process holds the lease', async () => {
    const { source, index, leases } = setup()
    source.change({ 'a.md': 'lantern' })
    await leases.acquire(`index:${project.id}`, 'another', 60_000)
    await expect(index.run(project)).rejects.toMatchObject({ code: 'conflict', isRetryable: true })
    await leases.release(`index:${project.id}`, 'another')
    await index.run(project)
    expect(await leases.acquire(`index:${project.id}`, 'another', 1_000)).toBe(true)
  })

  test('stops with the reason of an aborted signal and leaves the old revision', async () => {
    const { source, index, paths } = setup()
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    source.change(Object.fromEntries(numbered(100).map((name) => [name, 'compass'])))
    const abort = new AbortController()
    source.onRead = (path) => {
      if (path === 'page80.md') abort.abort(new Error('the operator left'))
    }
    await expect(index.run(project, { signal: abort.signal })).rejects.toThrow('the operator left')
    expect(await paths('compass')).toEqual([])
    expect(await paths('lantern')).toEqual(['/a'])
  })

  test('tells its progress by callback at every batch and stores it at most every 250 ms', async () => {
    const { source, index, notes, clock } = setup()
    source.change(Object.fromEntries(numbered(200).map((name) => [name, 'lantern'])))
    source.onRead = () => clock.advance(1)
    const stored: unknown[] = []
    const setState = notes.write.bind(notes)
    notes.write = async (...args) => {
      if (args[1] === INDEX_STATE) stored.push(args[2])
      await setState(...args)
    }
    const seen: IndexProgress[] = []
    await index.run(project, { onProgress: (progress) => seen.push(progress) })
    expect(seen.map(({ phase }) => phase)).toEqual([
      'listing',
      'parsing',
      'parsing',
      'parsing',
      'parsing',
      'parsing',
      'committing',
      'done',
    ])
    expect(seen.map(({ pagesDone }) => pagesDone)).toEqual([0, 0, 64, 128, 192, 200, 200, 200])
    expect(seen[3]?.etaMs).toBeGreaterThan(clock.now() - 200)
    expect(stored).toHaveLength(4)
    expect(await notes.read(project.id, INDEX_STATE)).toMatchObject({ phase: 'done', pagesTotal: 200 })
  })

  test('says which sources there are when none fits', async () => {
    const { build } = setup()
    await expect(build([]).run(project)).rejects.toMatchObject({ code: 'configuration' })
  })

  test('takes out what the source never had', async () => {
    const { index, source, retriever, paths } = setup()
    const writer = await retriever.begin(project.id)
    await writer.write([indexedPage({ path: '/stranger', texts: ['lantern'] })])
    await writer.commit('before')
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a'])
  })
})

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `page${at}.md`)
}

describe('IndexProject and the layout of a site', () => {
  test('takes the addresses of a site whose configuration is above the folder, and follows it', async () => {
    const { source, index, retriever } = setup()
    const paths = async () => (await retriever.pages(project.id)).map(({ path }) => path).sort()
    source.change({ 'index.md': '# Home', 'guide/start.md': '# Start' })
    await index.run(project)
    expect(await paths()).toEqual(['/', '/guide/start'])
    source.above.set('.vitepress/config.ts', 'export default { themeConfig: {} }')
    source.change({ 'guide/start.md': '# Start here' })
    await index.run(project)
    expect(await paths()).toEqual(['/docs', '/docs/guide/start'])
    source.above.set('.vitepress/config.ts', `export default { srcDir: 'docs' }`)
    source.change({})
    await index.run(project)
    expect(await paths()).toEqual(['/', '/guide/start'])
  })

  test('gives pages the address, language and version that their site gives them', async () => {
    const { source, index, retriever, paths } = setup()
    source.change({
      'docusaurus.config.js': '',
      'versions.json': '["2.0"]',
      'docs/01-intro.md': '# Intro\n\nA lantern.',
      'docs/named.md': '---\nslug: /start\n---\n# Start\n\nA lantern.',
      'versioned_docs/version-2.0/01-intro.md': '# Intro\n\nA lantern.',
      'i18n/de/docusaurus-plugin-content-docs/version-2.0/01-intro.md': '# Intro\n\nA lantern.',
      'README.md': 'A lantern for contributors.',
    })
    await index.run(project)
    expect(await paths('lantern')).toEqual([
      '/de/docs/intro',
      '/docs/intro',
      '/docs/next/intro',
      '/docs/next/start',
    ])
    const german = await retriever.page(project.id, '/de/docs/intro')
    expect(german).toMatchObject({ language: 'de', version: '2.0' })
    const languages = async (language: string) =>
      (await retriever.search(project.id, { text: 'lantern', limit: 9, filter: { language } })).map(
        ({ passage }) => passage.language,
      )
    // A page without a language belongs to every one.
    expect((await languages('de')).filter((language) => language !== undefined)).toEqual(['de'])
    expect((await languages('fr')).filter((language) => language !== undefined)).toEqual([])
  })

  test('arranges pages by what they say, also those that did not change', async () => {
    const { source, index, notes } = setup()
    const order = async () =>
      (await siteNavigation(notes, project.id, {})).map(({ path, title, breadcrumb }) =>
        [...breadcrumb, `${title} ${path}`].join(' > '),
      )
    source.change({
      'docusaurus.config.js': '',
      'docs/a.md': '---\nsidebar_position: 2\n---\n# A',
      'docs/b.md': '---\nsidebar_position: 1\n---\n# B',
      'docs/staff/index.md': '---\ngroups: [staff]\n---\n# Secret plans',
      'docs/staff/open.md': '# Open',
    })
    await index.run(project)
    expect(await order()).toEqual(['B /docs/b', 'A /docs/a', 'staff > Open /docs/staff/open'])
    source.change({ 'docs/b.md': '---\nsidebar_position: 3\nsidebar_label: Bee\n---\n# B' })
    expect(await index.run(project)).toMatchObject({ changed: 1 })
    expect(await order()).toEqual(['A /docs/a', 'Bee /docs/b', 'staff > Open /docs/staff/open'])
    source.change({ 'docs/staff/_category_.json': '{ "label": "Team", "position": 1 }' })
    expect(await index.run(project)).toMatchObject({ changed: 0 })
    expect(await order()).toEqual(['Team > Open /docs/staff/open', 'A /docs/a', 'Bee /docs/b'])
    source.change({ 'sidebars.js': "module.exports = {\n  main: ['b', ...more()],\n}" })
    const { problems } = await index.run(project)
    expect(problems).toMatchObject([{ file: 'docs/sidebars.js', line: 2, severity: 'warning' }])
    expect(await order()).toEqual(['Bee /docs/b', 'Team > Open /docs/staff/open', 'A /docs/a'])
  })

  test('indexes pages anew when the layout gives them another address', async () => {
    const { source, index, paths } = setup()
    source.change({ 'docs/a.md': 'lantern' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/docs/a'])
    source.change({ 'mkdocs.yml': 'site_name: Handbook' })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/a'])
  })

  test('finds included texts on the page that includes them, and follows their changes', async () => {
    const { source, index, paths } = setup()
    source.change({
      'docs.json': '{"navigation": ["guide", "other"]}',
      'guide.mdx': "import Note from '/snippets/note.mdx'\n\n# Guide\n\n<Note />",
      'other.mdx': '# Other',
      'snippets/note.mdx': 'Mind the lantern.',
    })
    await index.run(project)
    expect(await paths('lantern')).toEqual(['/guide'])
    source.change({ 'snippets/note.mdx': 'Mind the compass.' })
    expect(await index.run(project)).toMatchObject({ changed: 1 })
    expect(await paths('lantern')).toEqual([])
    expect(await paths('compass')).toEqual(['/guide'])
    source.change({ 'other.mdx': '# Another' })
    expect(await index.run(project)).toMatchObject({ changed: 1 })
  })

  test('finds included code that is no documentation, wherever it is in the repository', async () => {
    const { source, index, paths } = setup()
    source.above
      .set('mkdocs.yml', 'site_name: X')
      .set('src/run.py', 'lantern()')
      .set('docs/main.py', 'compass()')
    source.change({
      'a.md': '# A\n\n{* src/run.py *}',
      'b.md': '# B\n\n--8<-- "main.py"',
      'c.md': '# C\n\n--8<-- "later.py"\n--8<-- ".env"\n--8<-- "../../../secret.py"',
      'd.md': '# D\n\n--8<-- ".parts/note.md"',
    })
    source.above.set('docs/.parts/note.md', 'The binnacle.')
    source.above.set('.env', 'sextant=1').set('secret.py', 'sextant()')
    await index.run(project)
    expect([await paths('lantern'), await paths('compass'), await paths('sextant')]).toEqual([
      ['/a'],
      ['/b'],
      [],
    ])
    expect(await paths('binnacle')).toEqual(['/d'])
    source.above.set('src/run.py', 'astrolabe()').set('later.py', 'quadrant()')
    source.change({})
    expect(await index.run(project)).toMatchObject({ changed: 2 })
    expect([await paths('lantern'), await paths('astrolabe'), await paths('quadrant')]).toEqual([
      [],
      ['/a'],
      ['/c'],
    ])
    source.change({})
    expect(await index.run(project)).toMatchObject({ changed: 0 })
  })

  test('tells problems by the lines of the file as it is written', async () => {
    const { source, index } = setup()
    source.change({
      'guide.mdx': "import Note from './note.mdx'\n\n<Note />\n\n```js\nnever closed",
      'note.mdx': 'one\n\ntwo\n\nthree',
    })
    const { problems } = await index.run(project)
    expect(problems.map(({ file, line }) => [file, line])).toEqual([['docs/guide.mdx', 5]])
  })
})

describe('IndexProject with an embedding model', () => {
  function setupEmbedding(logger = silent) {
    const texts: string[] = []
    let failure: Error | undefined
    const embedding = (id: string) =>
      hashedEmbedding({
        dimensions: id === 'large' ? 16 : 8,
        onCall: (values) => {
          if (failure) throw failure
          texts.push(...values)
        },
      })
    const model = () => {
      throw new Error('not asked for')
    }
    const parts = setup({ models: new Models([{ name: 'test', embedding, model }]), logger })
    const withModel = (id: string): Project => ({ ...project, models: { embedding: id } })
    const fail = (error: Error | undefined) => {
      failure = error
    }
    return { ...parts, texts, withModel, fail }
  }

  test('embeds only passages whose text changed', async () => {
    const { source, index, texts, withModel, retriever } = setupEmbedding()
    source.change({ 'a.md': '# A\n\nA lantern.', 'b.md': '# B\n\nA rope.' })
    await index.run(withModel('test:small'))
    expect(texts).toEqual(['documentation', 'A\n\nA lantern.', 'B\n\nA rope.'])
    expect((await retriever.manifest(project.id)).embedding).toEqual({ model: 'test:small', dimensions: 8 })
    texts.length = 0
    source.change({ 'a.md': '---\ntags: [light]\n---\n# A\n\nA lantern.', 'b.md': '# B\n\nA knot.' })
    await index.run(withModel('test:small'))
    expect(texts).toEqual(['B\n\nA knot.'])
    texts.length = 0
    await index.run(withModel('test:small'))
    await index.run(withModel('test:small'), { force: true })
    expect(texts).toEqual([])
  })

  test('embeds everything anew for another model, and serves the old index until then', async () => {
    const { source, index, withModel, retriever, paths, fail } = setupEmbedding()
    source.change({ 'a.md': '# A\n\nA lantern.' })
    await index.run(withModel('test:small'))
    fail(new DocentError('model_not_configured', 'No key.'))
    await expect(index.run(withModel('test:large'))).rejects.toMatchObject({ code: 'model_not_configured' })
    expect((await retriever.manifest(project.id)).embedding?.model).toBe('test:small')
    expect(await paths('lantern')).toEqual(['/a'])
    fail(undefined)
    await index.run(withModel('test:large'))
    expect((await retriever.manifest(project.id)).embedding).toEqual({ model: 'test:large', dimensions: 16 })
    await index.run(project)
    expect((await retriever.manifest(project.id)).embedding).toBeUndefined()
    expect(await paths('lantern')).toEqual(['/a'])
  })

  test('makes no vectors for a retriever that keeps none, and says so', async () => {
    const warnings: string[] = []
    const logger = { ...silent, warn: (_fields: object, message: string) => void warnings.push(message) }
    const { source, index, texts, withModel, retriever } = setupEmbedding(logger)
    Object.assign(retriever, { keepsVectors: false })
    source.change({ 'a.md': 'lantern' })
    expect(await index.run(withModel('test:small'))).toMatchObject({ changed: 1 })
    expect(await index.run(withModel('test:small'))).toMatchObject({ changed: 0 })
    expect(texts).toEqual([])
    expect(warnings).toEqual([expect.stringContaining('keeps no vectors')])
  })

  test('never indexes without vectors in silence', async () => {
    const { source, index, withModel } = setupEmbedding()
    source.change({ 'a.md': 'lantern' })
    await expect(index.run(withModel('other:model'))).rejects.toMatchObject({ code: 'model_not_configured' })
  })
})

describe('IndexProject says what an index lost', () => {
  test('an index without a page is an error that names the folder with pages, and replaces none', async () => {
    const { source, index, paths, notes } = setup()
    source.folders = [{ folder: 'website/docs', pages: 212 }]
    source.unread = ['a.textile']
    await expect(index.run(project)).rejects.toMatchObject({
      code: 'configuration',
      message:
        'docsPath "docs" of project handbook has no page. It has 1 file in formats that Docent does not read (.textile). "website/docs" has 212 pages: set docsPath to "website/docs".',
    })
    expect(await notes.read(project.id, INDEX_STATE)).toMatchObject({ phase: 'failed' })
    source.change({ 'a.md': 'lantern' })
    await index.run(project)
    source.change({ 'a.md': null })
    await expect(index.run(project)).rejects.toThrow('has no page')
    expect(await paths('lantern')).toEqual(['/a'])
  })

  test('an index without a page that another version committed is looked at again', async () => {
    const { source, index, retriever } = setup()
    await (await retriever.begin(project.id)).commit(`commit${source.revision}`)
    await expect(index.run(project)).rejects.toThrow('has no page')
    source.change({ 'a.md': '---\ndraft: true\n---\nlantern' })
    await expect(index.run(project)).rejects.toThrow('All of its 1 page are drafts')
  })

  test('keeps the problems of pages that did not change, by kind with what to do', async () => {
    const { source, index, notes } = setup()
    source.change({ 'a.md': '---\na: [\n---\nlantern', 'b.md': 'lantern', 'c.md': '```\nopen' })
    source.unread = ['old.textile', 'older.textile']
    const first = await index.run(project)
    source.change({ 'b.md': 'lantern and wick' })
    const second = await index.run(project)
    for (const { problemGroups } of [first, second, await index.run(project)])
      expect(problemGroups.map(({ kind, severity, count }) => [kind, severity, count])).toEqual([
        ['frontmatter', 'error', 1],
        ['format', 'warning', 2],
        ['markup', 'note', 1],
      ])
    expect(second.problems[0]).toMatchObject({ file: 'docs/a.md', line: 3 })
    expect(await indexProblems(notes, project.id)).toEqual(second.problemGroups)
    source.unread = []
    source.change({ 'a.md': 'lantern', 'c.md': null })
    expect((await index.run(project)).problemGroups).toEqual([])
    expect(await indexProblems(notes, project.id)).toEqual([])
  })

  test('names a site in another folder, whose pages are none of the project', async () => {
    const { source, index } = setup()
    source.change({ 'one/mkdocs.yml': 'site_name: One', 'two/mkdocs.yml': 'site_name: Two' })
    source.change({ 'one/docs/a.md': 'lantern', 'one/docs/b.md': 'lantern', 'two/docs/a.md': 'lantern' })
    const { problems } = await index.run(project)
    expect(problems).toMatchObject([
      { kind: 'configuration', file: 'docs/two/mkdocs.yml', severity: 'warning' },
    ])
    expect(problems[0]?.message).toContain('whose 1 file is no page of this project')
  })

  test('says of pages that a navigation leaves out, but not of those that are made', async () => {
    const { source, index } = setup()
    source.change({
      'docs.json': '{ "navigation": { "pages": ["a"] } }',
      'a.md': 'lantern',
      'b.md': 'lantern',
    })
    source.change({ 'made.md': '---\nopenapi: GET /a\n---\nlantern' })
    source.made = ['made.md']
    const { problems } = await index.run(project)
    expect(problems.map(({ kind, file }) => [kind, file])).toEqual([['unlisted', 'docs/b.md']])
  })

  test('says nothing of files that the site does not publish either', async () => {
    const { source, index } = setup()
    source.unread = ['old.textile', 'notes.ipynb']
    source.change({ 'docusaurus.config.js': 'module.exports = {}', 'docs/a.md': 'lantern' })
    expect((await index.run(project)).problems).toEqual([])
    source.change({ 'docusaurus.config.js': null, 'conf.py': 'extensions = ["myst_nb"]' })
    expect((await index.run(project)).problems.map(({ file, kind }) => [file, kind])).toEqual([
      ['docs/notes.ipynb', 'format'],
    ])
  })
})

describe('IndexProject says what a site shows and the index does not', () => {
  const lost = async (files: Record<string, string | Uint8Array>, unread: string[] = []) => {
    const { source, index } = setup()
    source.unread = unread
    source.change({ 'index.mdx': '# Start', ...files })
    return (await index.run(project)).problems
      .filter(({ severity }) => severity !== 'note')
      .map(({ kind, file, line }) => `${kind} ${file}:${line}`)
  }
  const pages = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`more/${at}.mdx`, '# More']))

  test('entries that lead to no page, parts of the configuration that are not read, and what nobody finds', async () => {
    const config = `{"navigation": {"languages": [
      {"language": "en", "groups": [{"group": "A", "pages": ["index", "gone"]}]},
      {"$ref": "./fr.json"}]},
      "api": {"openapi": ["https://api.example/openapi.json", "specs/gone.json"]}}`
    expect(await lost({ 'docs.json': config, ...pages(30) })).toEqual([
      'configuration docs/docs.json:3',
      'configuration docs/docs.json:4',
      'openapi docs/docs.json:4',
      'openapi docs/specs/gone.json:0',
      ...Array.from({ length: 20 }, (_, at) => `unlisted docs/more/${at}.mdx:0`),
      'navigation docs/docs.json:2',
    ])
  })

  test('pages that are links, where the site would show them', async () => {
    const links = ['CLAUDE.md', 'docs/linked.md']
    expect(await lost({ 'docusaurus.config.js': 'module.exports = {}', 'docs/a.md': '# A' }, links)).toEqual([
      'link docs/docs/linked.md:0',
    ])
    expect(await lost({}, links)).toEqual([])
    const config = '{"navigation": {"groups": [{"group": "A", "pages": ["index", "docs/linked"]}]}}'
    const found = await lost({ 'docs.json': config }, links)
    expect(found.sort()).toEqual(['link docs/docs/linked.md:0', 'navigation docs/docs.json:1'])
  })

  test('a few pages outside of a navigation need nobody', async () => {
    const config = '{"navigation": {"groups": [{"group": "A", "pages": ["index"]}]}}'
    expect(await lost({ 'docs.json': config, ...pages(3) })).toEqual([])
  })

  test('entries of MkDocs, in its own file', async () => {
    const config =
      'docs_dir: .\nnav:\n  - Start: start.md\n  - Gone: gone.md\n  - Elsewhere: https://a.example\n'
    expect(await lost({ 'mkdocs.yml': config, 'start.md': '# Start' })).toEqual([
      'navigation docs/mkdocs.yml:4',
    ])
  })

  test('texts that are nowhere, and files that are no text', async () => {
    expect(
      await lost({
        'a.mdx': "import P from './p.mdx'\nimport Q from './q.mdx'\n\n<P />\n\n<Q />",
        'p.mdx': '<Snippet file="none.mdx" />',
        'lfs.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
        'wide.md': Buffer.from('\ufeff# Wide', 'utf16le'),
        'latin.md': Buffer.from('# A\n\nK\u00fcche', 'latin1'),
      }),
    ).toEqual([
      'encoding docs/lfs.md:0',
      'encoding docs/wide.md:0',
      'encoding docs/latin.md:3',
      'include docs/a.mdx:6',
      'include docs/a.mdx:0',
      'include docs/p.mdx:1',
    ])
  })
})
