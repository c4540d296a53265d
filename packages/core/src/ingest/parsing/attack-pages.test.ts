import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, describe, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../../../scripts/from-sources.ts'
import { openSite } from './open-site.ts'
import type { PageParser, ParsedFile, SiteFiles, SourceText } from './page-parser.ts'
import { ThreadPoolParser } from './thread-pool-parser.ts'

const entry = new URL('../../parse.worker.ts', import.meta.url)
const MINUTE = 60_000

const opened: PageParser[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((parser) => parser.close()))
})

function parsers(limits: { timeoutMs?: number; memoryMb?: number } = {}) {
  return {
    open(site: SiteFiles) {
      const parser = new ThreadPoolParser(site, { entry, threads: 1, execArgv: FROM_SOURCES, ...limits })
      opened.push(parser)
      return parser
    },
  }
}

/** Half of it imports, the other half uses: a search for the tags of each import took 7 s for 56 kB. */
function importsAndTags(length: number): string {
  const lines = Array.from({ length: length / 64 }, (_, at) => at)
  const imports = lines.map((at) => `import Part${at} from './parts/a${at}.mdx'`)
  return `${imports.join('\n')}\n\n${lines.map((at) => `<Part${at} />`).join('\n')}`
}

function text(path: string, content: string): SourceText {
  return {
    path,
    file: path,
    content: new TextEncoder().encode(content),
    included: new Map(),
    absent: new Set(),
    isComplete: false,
  }
}

const outcome = (result: ParsedFile) =>
  'page' in result ? 'parsed' : 'failure' in result ? 'failed' : 'wants'

describe('in threads', () => {
  test.each([56_000, 900_000])(
    'a page of %d characters of imports and tags leaves the process free',
    async (length) => {
      const pages = [
        ...Array.from({ length: 20 }, (_, at) => text(`page${at}.md`, '# Lantern\n\nTrim the wick.')),
        text('attack.mdx', importsAndTags(length)),
      ]
      const parser = parsers().open({ files: pages.map(({ path }) => path), texts: new Map() })
      await parser.describe()
      const delays: number[] = []
      // What else runs on the machine may hold this process up, too: the best of six is the parser's.
      for (let round = 0; round < 6; round++) {
        const delay = monitorEventLoopDelay({ resolution: 5 })
        delay.enable()
        const parsed = await parser.parse(pages)
        delay.disable()
        delays.push(delay.max / 1e6)
        expect(parsed.map(outcome)).toEqual(pages.map(() => 'parsed'))
        if (delay.max / 1e6 < 200) break
      }
      expect(Math.min(...delays)).toBeLessThan(200)
    },
    MINUTE,
  )

  test(
    'a page beyond the memory of a thread is a failure, and its neighbours are parsed',
    async () => {
      const pages = ['a.md', 'b.md', 'huge.md', 'c.md'].map((path) =>
        text(path, path === 'huge.md' ? '[a](b "c") `d` '.repeat(120_000) : 'Lantern.'),
      )
      const parser = parsers({ memoryMb: 40 }).open({ files: [], texts: new Map() })
      const parsed = await parser.parse(pages)
      expect(parsed.map(outcome)).toEqual(['parsed', 'parsed', 'failed', 'parsed'])
      expect(parsed[2]).toMatchObject({ failure: 'Parsing took more than 40 MB of memory.' })
    },
    MINUTE,
  )

  test.each([
    ['AsciiDoc', 'attack.adoc', 'a.adoc', '= T\n\nTrim the wick.', '= T\n\n', '*a '],
    ['MyST', 'attack.md', 'a.md', '# T\n\nTrim the wick.', '', '[a]: b\n'],
  ])(
    'a page of %s that its parser cannot read in time is a failure, and its neighbours are parsed',
    async (_format, attack, path, plain, opening, piece) => {
      const pages = [
        text(path, plain),
        text(attack, opening + piece.repeat(600_000 / piece.length)),
        text(`b/${path}`, plain),
      ]
      const parser = parsers({ timeoutMs: 1_500 }).open({
        files: ['conf.py'],
        texts: new Map([['conf.py', new TextEncoder().encode('extensions = ["myst_parser"]')]]),
      })
      const parsed = await parser.parse(pages)
      expect(parsed.map(outcome)).toEqual(['parsed', 'failed', 'parsed'])
      expect(parsed[1]).toMatchObject({
        failure: expect.stringMatching(/^Parsing took (?:longer than 1500 ms|more than \d+ MB)/),
      })
    },
    5 * MINUTE,
  )

  test(
    'configuration beyond the limits is left out, and the rest of it is read',
    async () => {
      const contents: Record<string, string> = {
        'mkdocs.yml': 'docs_dir: pages\n',
        'docs/docs.json': `{"navigation": [${'["a"],'.repeat(300_000)}"a"]}`,
        'pages/a.md': '# A',
      }
      const files = Object.entries(contents).map(([path, content]) => {
        return { path, hash: path, read: async () => new TextEncoder().encode(content) }
      })
      const site = await openSite(parsers({ memoryMb: 40 }), files, () => true, {})
      expect(site.failures.map(({ file }) => file.path)).toEqual(['docs/docs.json'])
      expect([...site.description.places.values()]).toEqual([{ path: '/a', isListed: true }])
      const again = await openSite(
        parsers({ memoryMb: 40 }),
        files,
        ({ path }) => path !== 'docs/docs.json',
        {},
      )
      expect(again.failures).toEqual([])
    },
    MINUTE,
  )

  test(
    'asks for the texts that a page takes, and takes them',
    async () => {
      const page = text('a.mdx', "import Part from './_part.mdx'\n\n<Part />")
      const parser = parsers().open({ files: ['a.mdx', '_part.mdx'], texts: new Map() })
      expect(await parser.parse([page])).toEqual([{ file: 'a.mdx', wanted: ['_part.mdx'] }])
      const included = new Map([['_part.mdx', new TextEncoder().encode('Trim the wick.')]])
      const [parsed] = await parser.parse([{ ...page, included }])
      expect(parsed).toMatchObject({ included: ['_part.mdx'] })
      expect(JSON.stringify(parsed)).toContain('Trim the wick.')
    },
    MINUTE,
  )
})
