import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { find, index, PROJECT, type RetrieverContext } from './retriever-context.ts'

const HOSTILE = [
  `o'brien`,
  `' OR '1'='1`,
  `'; DROP TABLE passages; --`,
  '\\',
  "\\' OR 1=1 --",
  '"',
  '\u0000',
  '%',
  '_',
  '$' + '{x}',
]

/** What is found, in which order, and what narrows it. */
export const retrieverSearchCases: readonly ContractCase<RetrieverContext>[] = [
  {
    name: 'scores from 0 to 1, best first',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/a', title: 'Lanterns', texts: ['How to hang a lantern.'] },
        {
          path: '/b',
          title: 'Anchors',
          texts: ['A long text about ships, harbours and ropes. There is a lantern.'],
        },
        { path: '/c', title: 'Ropes', texts: ['Nothing of the kind.'] },
      ])
      const found = await retriever.search(PROJECT, { text: 'hang a lantern', limit: 10 })
      expect(found.map(({ passage }) => passage.pagePath)).toEqual(['/a', '/b'])
      const scores = found.map(({ score }) => score)
      expect(scores).toEqual([...scores].sort((first, second) => second - first))
      for (const score of scores) {
        expect(score).toBeGreaterThan(0)
        expect(score).toBeLessThanOrEqual(1)
      }
    },
  },
  {
    name: 'scores a passage by how much of the query it has, whatever else is found',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/a', title: 'Lanterns', texts: ['How to hang a lantern over a harbour.'] },
        { path: '/b', title: 'Anchors', texts: ['A long text about ships. There is a lantern.'] },
        { path: '/c', title: 'Ropes', texts: ['Nothing of the kind.'] },
      ])
      const best = async (text: string, limit = 10) =>
        (await retriever.search(PROJECT, { text, limit }))[0]?.score ?? 0
      expect(await best('lanterns', 1)).toBe(await best('lanterns'))
      expect(await best('lanterns')).toBeGreaterThan(0.5)
      expect(await best('lantern harbour')).toBeGreaterThan(
        2 * (await best('lantern zebra stripes crossing')),
      )
      expect(await best('lantern zebra stripes crossing')).toBeLessThan(0.3)
    },
  },
  {
    name: 'puts the page named by the query before one that mentions it',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/mentions', title: 'Overview', texts: ['See also webhooks and other things that exist.'] },
        { path: '/webhooks', title: 'Webhooks', texts: ['Be told when something happens.'] },
      ])
      expect((await find(retriever, 'webhooks'))[0]).toBe('/webhooks')
    },
  },
  {
    name: 'finds words of the title, of headings, of the path and of the body',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/compass/start', title: 'Lantern', headings: ['Anchor'], texts: ['Rope.'] },
        { path: '/else', texts: ['Other.'] },
      ])
      for (const word of ['lantern', 'anchor', 'compass', 'rope']) {
        expect(await find(retriever, word)).toEqual(['/compass/start'])
      }
    },
  },
  {
    name: 'finds other forms of an English word',
    async run({ retriever }) {
      await index(retriever, [{ path: '/a', texts: ['Installing packages needs patience.'] }])
      for (const word of ['installed', 'installs', 'package', 'INSTALLING']) {
        expect(await find(retriever, word)).toEqual(['/a'])
      }
    },
  },
  {
    name: 'finds identifiers whole and by their parts',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/hook', texts: ['Call `useChatTransport()` first.'] },
        { path: '/header', texts: ['The header X-Session-Id names it.'] },
        { path: '/option', texts: ['Set retrieval_page_size to ten.'] },
        { path: '/file', texts: ['Everything stands in docs.json there.'] },
      ])
      const expected: [string, string][] = [
        ['useChatTransport', '/hook'],
        ['usechattransport', '/hook'],
        ['chat transport', '/hook'],
        ['X-Session-Id', '/header'],
        ['session id', '/header'],
        ['retrieval_page_size', '/option'],
        ['page size', '/option'],
        ['docs.json', '/file'],
        ['json', '/file'],
      ]
      for (const [text, path] of expected)
        expect([text, (await find(retriever, text))[0]]).toEqual([text, path])
    },
  },
  {
    name: 'forgives a slip of the keyboard only when nothing matches exactly',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/lantern', texts: ['The lantern.'] },
        { path: '/lantera', texts: ['The lantera.'] },
        { path: '/compass', texts: ['The compass.'] },
      ])
      expect(await find(retriever, 'lantern')).toEqual(['/lantern'])
      expect(await find(retriever, 'compasz')).toEqual(['/compass'])
      expect(await find(retriever, 'zeppelin')).toEqual([])
    },
  },
  {
    name: 'answers no more than the limit, and no more of a page than asked',
    async run({ retriever }) {
      await index(retriever, [
        {
          path: '/long',
          title: 'Lantern',
          texts: Array.from({ length: 80 }, (_, at) => `lantern lantern ${at}`),
        },
        { path: '/short', texts: ['a lantern among many other words of this sentence'] },
        { path: '/third', texts: ['another lantern among many other words of this sentence'] },
      ])
      const byDefault = await find(retriever, 'lantern')
      expect(byDefault.filter((path) => path === '/long')).toHaveLength(2)
      expect(new Set(byDefault)).toEqual(new Set(['/long', '/short', '/third']))
      expect(await find(retriever, 'lantern', {}, { perPage: 1 })).toHaveLength(3)
      expect(await find(retriever, 'lantern', {}, { limit: 2, perPage: 1 })).toHaveLength(2)
      expect(await find(retriever, 'lantern', {}, { limit: 6, perPage: 10 })).toHaveLength(6)
    },
  },
  {
    name: 'raises the page that is being viewed, a little',
    async run({ retriever }) {
      const texts = ['Configure the lantern here.']
      await index(retriever, [
        { path: '/guides/a', title: 'Settings', texts },
        { path: '/other/b', title: 'Settings', texts },
        {
          path: '/far',
          title: 'Lantern settings, all of them',
          texts: ['Lantern settings. Lantern settings.'],
        },
      ])
      for (const currentPath of ['/guides/a', '/other/b']) {
        const found = await find(retriever, 'configure lantern', {}, { currentPath })
        expect(found.filter((path) => path !== '/far')[0]).toBe(currentPath)
      }
      expect((await find(retriever, 'lantern settings', {}, { currentPath: '/guides/a' }))[0]).toBe('/far')
    },
  },
  {
    name: 'applies every filter that is given, before it ranks, and takes pages without a language or version for all',
    async run({ retriever }) {
      // The hidden ones match far better: a filter applied to the best few would leave nothing.
      const crowd = Array.from({ length: 120 }, (_, at) => ({
        path: `/crowd/${at}`,
        title: 'Lantern',
        texts: ['lantern lantern lantern'],
        version: 'v1',
        language: 'de',
        tags: ['old'],
      }))
      const texts = ['one lantern in a longer sentence of many words']
      await index(retriever, [
        ...crowd,
        { path: '/v2', texts, version: 'v2', language: 'de', tags: ['old', 'api'] },
        { path: '/en', texts, version: 'v1', language: 'en', tags: ['old'] },
        { path: '/none', texts },
      ])
      const sorted = async (filter: object) => (await find(retriever, 'lantern', filter)).sort()
      expect(await sorted({ version: 'v2' })).toEqual(['/none', '/v2'])
      expect(await sorted({ language: 'en' })).toEqual(['/en', '/none'])
      expect(await find(retriever, 'lantern', { tag: 'api' })).toEqual(['/v2'])
      expect(await find(retriever, 'lantern', { version: 'v2', language: 'de', tag: 'old' })).toEqual(['/v2'])
      expect(await find(retriever, 'lantern', { version: 'v2', language: 'en' })).toEqual(['/none'])
      expect(await find(retriever, 'lantern', { version: 'v3' })).toEqual(['/none'])
      expect(await find(retriever, 'lantern', { tag: 'ap' })).toEqual([])
    },
  },
  {
    name: 'leaves out pages of a version that is not the current one, where the filter says so, and lists which are',
    async run({ retriever }) {
      const texts = ['lantern']
      await index(retriever, [
        { path: '/next', texts, version: 'next', isCurrent: false },
        { path: '/v2', texts, version: 'v2', isCurrent: true },
        { path: '/v1', texts, version: 'v1' },
        { path: '/none', texts },
      ])
      const sorted = async (filter: object) => (await find(retriever, 'lantern', filter)).sort()
      expect(await sorted({ current: true })).toEqual(['/none', '/v1', '/v2'])
      expect(await sorted({ version: 'next' })).toEqual(['/next', '/none'])
      expect(await sorted({})).toEqual(['/next', '/none', '/v1', '/v2'])
      const listed = (await retriever.pages?.(PROJECT)) ?? []
      expect(new Map(listed.map(({ path, isCurrent }) => [path, isCurrent]))).toEqual(
        new Map<string, boolean | undefined>([
          ...[['/next', false] as const, ['/v2', true] as const],
          ...[['/v1', undefined] as const, ['/none', undefined] as const],
        ]),
      )
    },
  },
  {
    name: 'takes a language of the filter as a range, whatever its case',
    async run({ retriever }) {
      const texts = ['lantern']
      await index(
        retriever,
        ['en', 'EN-us', 'zh-CN', 'zh_Hant', 'zhx', 'pt-br'].map((language) => ({
          path: `/${language}`,
          texts,
          language,
        })),
      )
      const inLanguage = (language: string) => find(retriever, 'lantern', { language })
      expect((await inLanguage('zh')).sort()).toEqual(['/zh-CN', '/zh_Hant'])
      expect(await inLanguage('zh-cn')).toEqual(['/zh-CN'])
      expect(await inLanguage('zh-hant')).toEqual(['/zh_Hant'])
      expect(await inLanguage('PT')).toEqual(['/pt-br'])
      expect((await inLanguage('en')).sort()).toEqual(['/EN-us', '/en'])
      expect(await inLanguage('pt-PT')).toEqual([])
      expect(await inLanguage('z')).toEqual([])
    },
  },
  {
    name: 'takes hostile text in every field for what it is',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/safe', texts: ['a lantern for all'] },
        ...HOSTILE.map((text, at) => ({
          path: `/hostile/${at}${text}`,
          file: `${at}${text}.mdx`,
          texts: [`lantern ${text}`],
          version: text,
          language: text,
          tags: [text],
          groups: ['secret', text],
        })),
      ])
      for (const [at, text] of HOSTILE.entries()) {
        const path = `/hostile/${at}${text}`
        await find(retriever, text)
        const sorted = async (filter: object) => (await find(retriever, 'lantern', filter)).sort()
        expect(await sorted({ version: text })).toEqual(['/safe'])
        expect(await sorted({ version: text, trustedGroups: [text] })).toEqual([path, '/safe'].sort())
        expect(await sorted({ language: text, trustedGroups: ['secret'] })).toEqual([path, '/safe'].sort())
        expect(await find(retriever, 'lantern', { tag: text, trustedGroups: [text] })).toEqual([path])
        expect((await retriever.page(PROJECT, path, { trustedGroups: [text] }))?.path).toBe(path)
      }
      const writer = await retriever.begin(PROJECT)
      await writer.remove(HOSTILE.map((text, at) => `${at}${text}.mdx`))
      await writer.commit('r2')
      expect(await find(retriever, 'lantern', { trustedGroups: ['secret'] })).toEqual(['/safe'])
    },
  },
  {
    name: 'finds nothing for a query without words, and survives a very long one',
    async run({ retriever }) {
      await index(retriever, [{ path: '/a', texts: ['lantern'] }])
      for (const text of ['', '   ', '!!! ???', '"', '()', '*'])
        expect(await find(retriever, text)).toEqual([])
      const long = `lantern ${Array.from({ length: 5_000 }, (_, at) => `word${at}`).join(' ')}`
      expect(await find(retriever, long)).toEqual(['/a'])
    },
  },
]
