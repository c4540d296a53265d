import { expect, vi } from 'vitest'
import { type ContractCase, contractSuite } from './contract-case.ts'
import { type DocsSourceContext, hashesOf, listAll, textsOf } from './docs-source-context.ts'

export const docsSourceCases: readonly ContractCase<DocsSourceContext>[] = [
  {
    name: 'knows the projects it serves, whether their source is there or not, and no others',
    async run({ source, project, broken, foreign }) {
      expect(source.matches(project)).toBe(true)
      expect(source.matches(broken)).toBe(true)
      expect(source.matches(foreign)).toBe(false)
    },
  },
  {
    name: 'lists pages and navigation by posix paths relative to the docs root, each once',
    async run(context) {
      const files = {
        ...(context.hasNavigation === false ? {} : { 'docs.json': '{"navigation":{}}' }),
        'a.md': '# A',
        'guides/deep/er/b.mdx': '# B',
        'guides/with space & ümläut 日.md': '# C',
        'Guides/UPPER.md': '# D',
      }
      await context.publish(files)
      const snapshot = await listAll(context)
      expect(await textsOf(snapshot)).toEqual({ 'index.mdx': '# Hello', ...files })
      expect(snapshot.files).toHaveLength(1 + Object.keys(files).length)
      await snapshot.close()
    },
  },
  {
    name: 'reads bytes as they are, as often as they are asked for',
    async run(context) {
      const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0xff, 0xfe, 0x00, 0x41, 0x0a])
      await context.publish({ 'raw.md': bytes, 'empty.md': '' })
      const snapshot = await listAll(context)
      const find = (path: string) => snapshot.files.find((file) => file.path === path)
      for (const content of await Promise.all([find('raw.md')?.read(), find('raw.md')?.read()])) {
        expect(Uint8Array.from(content ?? [])).toEqual(bytes)
        content?.fill(0)
      }
      expect(Uint8Array.from((await find('raw.md')?.read()) ?? [])).toEqual(bytes)
      expect(await find('empty.md')?.read()).toHaveLength(0)
      await snapshot.close()
    },
  },
  {
    name: 'names the same revision and hashes as long as nothing changes, in every process',
    async run(context) {
      const first = await listAll(context)
      const second = await listAll(context, { by: context.peer ?? context.source })
      expect(second.revision).toBe(first.revision)
      expect(hashesOf(second)).toEqual(hashesOf(first))
      await Promise.all([first.close(), second.close()])
    },
  },
  {
    name: 'changes a hash when the content changes, and only then',
    async run(context) {
      await context.publish({ 'a.md': 'one', 'b.md': 'two' })
      const first = await listAll(context)
      // Of the same length: neither a size nor the time of a change says what the content is.
      await context.publish({ 'a.md': 'eno', 'c.md': 'three' })
      const second = await listAll(context)
      await context.publish({ 'a.md': 'one' })
      const third = await listAll(context)
      const [old, middle, back] = [first, second, third].map(hashesOf)
      expect(middle?.['a.md']).not.toBe(old?.['a.md'])
      expect(middle?.['b.md']).toBe(old?.['b.md'])
      expect(back?.['a.md']).toBe(old?.['a.md'])
      expect(second.revision).not.toBe(first.revision)
      await Promise.all([first, second, third].map((each) => each.close()))
    },
  },
  {
    name: 'leaves out what was deleted',
    async run(context) {
      await context.publish({ 'a.md': 'a', 'b.md': 'b' })
      const first = await listAll(context)
      await first.close()
      await context.publish({ 'a.md': null })
      const snapshot = await listAll(context, { since: first.revision })
      expect(Object.keys(await textsOf(snapshot)).sort()).toEqual(['b.md', 'index.mdx'])
      await snapshot.close()
    },
  },
  {
    name: 'says that nothing is new for the newest revision alone',
    async run(context) {
      const { source, project, remote, publish } = context
      const first = await listAll(context)
      const { revision } = first
      await first.close()
      const same = await source.list(project, { since: revision, remote })
      expect(same?.revision ?? revision).toBe(revision)
      await same?.close()
      await publish({ 'new.md': 'new' })
      for (const since of [revision, 'a revision that never was']) {
        const snapshot = await listAll(context, { since })
        expect(await textsOf(snapshot)).toEqual({ 'index.mdx': '# Hello', 'new.md': 'new' })
        await snapshot.close()
      }
    },
  },
  {
    name: 'keeps a snapshot to its revision, whatever is published while it is read',
    async run(context) {
      await context.publish({ 'a.md': 'old a', 'b.md': 'old b' })
      const old = await listAll(context)
      await old.files[0]?.read()
      await context.publish({ 'a.md': 'new a', 'b.md': null, 'c.md': 'new c' })
      const current = await listAll(context)
      expect(await textsOf(old)).toEqual({ 'index.mdx': '# Hello', 'a.md': 'old a', 'b.md': 'old b' })
      expect(await textsOf(current)).toEqual({ 'index.mdx': '# Hello', 'a.md': 'new a', 'c.md': 'new c' })
      await Promise.all([old.close(), current.close()])
    },
  },
  {
    name: 'lets several snapshots be open, and ends each alone, twice if need be',
    async run(context) {
      const [one, two] = await Promise.all([listAll(context), listAll(context)])
      await one.close()
      await one.close()
      expect(await textsOf(two)).toEqual({ 'index.mdx': '# Hello' })
      await two.close()
    },
  },
  {
    name: 'reads many files at once',
    async run(context) {
      const names = Array.from({ length: 200 }, (_, index) => `pages/${index}.md`)
      await context.publish(Object.fromEntries(names.map((name) => [name, `text of ${name}`])))
      const snapshot = await listAll(context)
      const texts = await textsOf(snapshot)
      for (const name of names) expect(texts[name]).toBe(`text of ${name}`)
      await snapshot.close()
    },
  },
  {
    name: 'asks the git host for reading only, if at all',
    async run({ source, project, remote }) {
      const asked = vi.fn(remote)
      const snapshot = await source.list(project, { remote: asked })
      await snapshot?.close()
      expect(asked.mock.calls.filter(([options]) => options.access !== 'read')).toEqual([])
    },
  },
  {
    name: 'calls a source that is not there a failure, never an empty one',
    async run({ source, broken }) {
      // An empty answer would empty the index.
      const listing = source.list(broken, { remote: async () => ({ url: broken.repository ?? '' }) })
      await expect(listing).rejects.toMatchObject({ code: expect.any(String), isRetryable: false })
    },
  },
  {
    name: 'rejects with the reason of an aborted signal',
    async run(context) {
      const { source, project, remote } = context
      const reason = new Error('stopped')
      const signal = AbortSignal.abort(reason)
      await expect(source.list(project, { remote, signal })).rejects.toBe(reason)
      const snapshot = await listAll(context)
      await expect(snapshot.files[0]?.read({ signal })).rejects.toBe(reason)
      await snapshot.close()
    },
  },
]

/** Registers the tests that every DocsSource must pass. */
export const docsSourceContract: ReturnType<typeof contractSuite<DocsSourceContext>> = contractSuite(
  'DocsSource',
  docsSourceCases,
)
