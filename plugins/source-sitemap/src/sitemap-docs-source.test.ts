import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defined, type ProjectSource, type SourceSnapshot } from '@docent/core/plugin'
import { type SimulatedSite, simulateSite, sitemapOf, sitemapUrl } from '@docent/simulators'
import { ManualClock, makeProject } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SitemapOptions } from './options.ts'
import { SitemapDocsSource } from './sitemap-docs-source.ts'

let site: SimulatedSite
let directory: string
let clock: ManualClock
const logged: { message: string; fields: Record<string, unknown> }[] = []

beforeEach(async () => {
  site = await simulateSite()
  directory = await mkdtemp(join(tmpdir(), 'source-sitemap-'))
  clock = new ManualClock()
  logged.length = 0
})
afterEach(async () => {
  await site[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

/** Pauses take no time: they move the clock. */
function makeSource(options: Omit<SitemapOptions, 'directory'> = {}) {
  const log = (fields: object, message: string) =>
    void logged.push({ message, fields: fields as Record<string, unknown> })
  return new SitemapDocsSource(
    { directory, allowPrivateAddresses: true, requestsPerSecond: 1_000, ...options },
    {
      clock,
      logger: { debug: log, info: log, warn: log, error: log },
      backoff: {
        baseMs: 1,
        maxMs: 30_000,
        random: () => 0.5,
        async sleep(ms, signal) {
          signal?.throwIfAborted()
          clock.advance(ms)
        },
      },
    },
  )
}

function projectOf(source: Partial<ProjectSource> = {}) {
  return makeProject({ source: { plugin: 'sitemap', url: site.url, ...source } })
}

const remote = async () => {
  throw new Error('A website has no remote.')
}

async function crawl(source = makeSource(), project = projectOf(), since?: string): Promise<SourceSnapshot> {
  const snapshot = await source.list(project, { remote, ...defined({ since }) })
  if (!snapshot) throw new Error('nothing is new')
  await snapshot.close()
  return snapshot
}

const pathsOf = ({ files }: SourceSnapshot) => files.map(({ path }) => path)
const messagesOf = ({ problems = [] }: SourceSnapshot) => problems.map(({ message }) => message)

async function textOf({ files }: SourceSnapshot, path: string): Promise<string> {
  const file = files.find((each) => each.path === path)
  if (!file) throw new Error(`${path} is not listed`)
  return new TextDecoder().decode(await file.read())
}

const page = (title: string, text = `All about ${title}.`) =>
  `<!doctype html><html lang="en"><head><title>${title} | Acme</title></head><body><nav>Menu</nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`

describe('what is found', () => {
  test('is every page of the sitemap, under its address on the site', async () => {
    site.set('/', page('Home'))
    site.set('/guides/set up ä', page('Set up'))
    site.set('/guides/', page('Guides'))
    site.set('/a.html', page('A'))
    const snapshot = await crawl()
    expect(pathsOf(snapshot)).toEqual(['a.html.md', 'guides.md', 'guides/set up ä.md', 'index.md'])
    expect(await textOf(snapshot, 'a.html.md')).toBe(
      '---\ntitle: "A"\nlanguage: "en"\n---\n\n# A\n\nAll about A.\n',
    )
  })

  test('is found through gzipped sitemaps, an index, and robots.txt, each page once', async () => {
    for (const name of ['a', 'b', 'c', 'd']) site.set(`/${name}`, page(name))
    const maps = ['one', 'two'].map((name) => sitemapUrl(`${site.url}/${name}.xml.gz`, undefined, 'sitemap'))
    site.set('/index-of-maps.xml', sitemapOf(maps, 'sitemapindex'))
    const gzipped = (...names: string[]) => ({
      body: gzipSync(sitemapOf(names.map((name) => sitemapUrl(`${site.url}/${name}`)))),
      type: 'application/gzip',
    })
    site.set('/one.xml.gz', gzipped('a', 'b'))
    site.set('/two.xml.gz', gzipped('b', 'c'))
    site.set('/robots.txt', `Sitemap: ${site.url}/index-of-maps.xml\n`)
    expect(pathsOf(await crawl())).toEqual(['a.md', 'b.md', 'c.md'])
    expect(site.asked.filter((path) => path === '/b')).toHaveLength(1)
  })

  test('prefers Markdown that llms.txt names, with its links made to pages of the site', async () => {
    site.set('/guides/a', page('A'))
    site.set('/guides/b.html', page('B'))
    site.set(
      '/guides/a.md',
      `# A in Markdown\n\nSee [b](${site.url}/guides/b.md#x) and \`${site.url}/c.md\`.\n`,
    )
    site.set('/guides/b.md', '# B in Markdown')
    const snapshot = await crawl()
    expect(pathsOf(snapshot)).toEqual(['guides/a.md', 'guides/b.md'])
    expect(await textOf(snapshot, 'guides/a.md')).toBe(
      `# A in Markdown\n\nSee [b](/guides/b#x) and \`${site.url}/c.md\`.\n`,
    )
    expect(site.asked).not.toContain('/guides/a')
  })

  test('prefers Markdown that a page names, and asks for that alone the next time', async () => {
    const head = '<link rel="alternate" type="text/markdown" href="/raw/a.txt.md">'
    site.set('/a', page('A').replace('</head>', `${head}</head>`))
    site.set('/raw/a.txt.md', { body: '# Better A', isListed: false })
    const snapshot = await crawl()
    expect(pathsOf(snapshot)).toEqual(['a.md'])
    expect(await textOf(snapshot, 'a.md')).toBe('# Better A')
    site.forget()
    site.set('/raw/a.txt.md', { body: '# Best A', isListed: false })
    expect(await textOf(await crawl(), 'a.md')).toBe('# Best A')
    expect(site.asked).toEqual(expect.not.arrayContaining(['/a']))
    site.delete('/raw/a.txt.md')
    expect(await textOf(await crawl(), 'a.md')).toContain('All about A.')
  })

  test('goes back to the page when the Markdown that llms.txt names is not there', async () => {
    site.set('/a', page('A'))
    site.set('/llms.txt', `- [A](/a.md)\n- [B](${site.url}/b.md)\n- [Out](https://example.com/c.md)`)
    const snapshot = await crawl()
    expect(await textOf(snapshot, 'a.md')).toContain('All about A.')
    expect(pathsOf(snapshot)).toEqual(['a.md'])
  })

  test('stays below the address, and within include and exclude', async () => {
    for (const path of ['/', '/docs', '/docs/a', '/docs/b/c', '/docs/blog/d', '/docsearch', '/docs/e.md'])
      site.set(path, path.endsWith('.md') ? '# E' : page(path))
    site.set('/docs/f', { body: page('f'), isListed: false })
    site.set('/docs/page', page('x'))
    const url = `${site.url}/docs`
    expect(pathsOf(await crawl(makeSource(), projectOf({ url })))).toEqual(
      ['docs.md', 'docs/a.md', 'docs/b/c.md', 'docs/blog/d.md', 'docs/e.md', 'docs/page.md'].sort(),
    )
    const source = { url, include: ['/docs/*', '/docs/blog/**'], exclude: ['/docs/blog/**', '/docs/e'] }
    expect(pathsOf(await crawl(makeSource(), projectOf(source)))).toEqual(['docs/a.md', 'docs/page.md'])
  })

  test('is what a sitemap or llms.txt in the address names, and nothing else', async () => {
    for (const name of ['a', 'b']) site.set(`/${name}`, page(name))
    site.set('/special.xml', sitemapOf([sitemapUrl(`${site.url}/b`)]))
    expect(pathsOf(await crawl(makeSource(), projectOf({ url: `${site.url}/special.xml` })))).toEqual([
      'b.md',
    ])
    site.set('/some-llms.txt', '- [A](/a)')
    expect(pathsOf(await crawl(makeSource(), projectOf({ url: `${site.url}/some-llms.txt` })))).toEqual([
      'a.md',
    ])
  })

  test('leaves out what says noindex, copies of other pages, and what is no text', async () => {
    site.set('/a', page('A'))
    site.set('/meta', page('M').replace('</head>', '<meta name="robots" content="noindex, follow"></head>'))
    site.set('/header', { body: page('H'), headers: { 'x-robots-tag': 'docentbot: none' } })
    site.set('/copy', page('C').replace('</head>', '<link rel="canonical" href="/a/"></head>'))
    site.set('/moved', page('D').replace('</head>', `<link rel="canonical" href="${site.url}/real"></head>`))
    site.set('/wrong', page('W').replace('</head>', '<link rel="canonical" href="/"></head>'))
    site.set('/feed', { body: '{}', type: 'application/json', isListed: false })
    site.set('/llms.txt', '- [feed](/feed)\n- [picture](/logo.png)')
    expect(pathsOf(await crawl())).toEqual(['a.md', 'real.md', 'wrong.md'])
    expect(site.asked).not.toContain('/logo.png')
  })

  test('is at most maxPages, and says so', async () => {
    for (let at = 0; at < 12; at++) site.set(`/p${at}`, page(`P${at}`))
    const snapshot = await crawl(makeSource({ maxPages: 10 }))
    expect(snapshot.files).toHaveLength(10)
    expect(messagesOf(snapshot)).toEqual([expect.stringMatching(/more than 10 pages.*"maxPages"/)])
  })

  test.each([
    ['latin1 by its header', 'text/html; charset=iso-8859-1', '', 'latin1' as const],
    ['latin1 by its head', 'text/html', '<meta charset="windows-1252">', 'latin1' as const],
    ['utf-8', 'text/html', '', 'utf8' as const],
  ])('is read as %s', async (_name, type, head, encoding) => {
    const body = Buffer.from(page('Grüße', 'Straße').replace('<head>', `<head>${head}`), encoding)
    site.set('/a', { body, type })
    expect(await textOf(await crawl(), 'a.md')).toContain('# Grüße\n\nStraße')
  })
})

describe('another host', () => {
  let other: SimulatedSite
  beforeEach(async () => {
    other = await simulateSite()
    for (const path of ['/maps.xml', '/robots.txt', '/llms.txt', '/sitemap.xml'])
      other.set(path, sitemapOf([sitemapUrl(`${site.url}/b`)]))
  })
  afterEach(() => other[Symbol.asyncDispose]())

  test('that robots.txt or an index names is not asked, and reported once', async () => {
    site.set('/a', page('A'))
    site.set('/b', { body: page('B'), isListed: false })
    const sitemaps = ['/maps.xml', '/more.xml'].map((path) => `Sitemap: ${other.url}${path}`)
    site.set('/robots.txt', [...sitemaps, `Sitemap: ${site.url}/index.xml`].join('\n'))
    const named = [`${other.url}/maps.xml`, `${site.url}/own.xml`].map(
      (url) => `<sitemap><loc>${url}</loc></sitemap>`,
    )
    site.set('/index.xml', `<sitemapindex>${named.join('')}</sitemapindex>`)
    site.set('/own.xml', `<urlset><url><loc>${site.url}/a</loc></url></urlset>`)
    const snapshot = await crawl()
    expect(pathsOf(snapshot)).toEqual(['a.md'])
    expect(messagesOf(snapshot)).toEqual([expect.stringContaining(`It is on ${other.url}`)])
    expect(other.asked).toEqual([])
  })

  test.each(['/sitemap.xml', '/llms.txt', '/map.xml'])(
    'that %s redirects to is not asked, and reported',
    async (path) => {
      site.set('/a', page('A'))
      site.set('/robots.txt', `Sitemap: ${site.url}/map.xml`)
      site.set(path, { body: '', status: 302, headers: { location: `${other.url}/maps.xml` } })
      if (path === '/sitemap.xml') {
        site.set('/map.xml', { body: '', status: 404 })
        site.set('/llms.txt', `[A](${site.url}/a)`)
      }
      const snapshot = await crawl()
      expect(pathsOf(snapshot)).toEqual(['a.md'])
      expect(messagesOf(snapshot)).toContainEqual(expect.stringContaining(`It leads to ${other.url}`))
      expect(other.asked).toEqual([])
    },
  )

  test('that robots.txt redirects to is not asked, and nothing is read without knowing what may be', async () => {
    site.set('/a', page('A'))
    site.set('/robots.txt', { body: '', status: 301, headers: { location: `${other.url}/robots.txt` } })
    await expect(crawl()).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(`It leads to ${other.url}, which is not the site`),
    })
    expect(other.asked).toEqual([])
    expect(site.asked).toEqual(['/robots.txt'])
  })

  test('that is one of "origins" is the site', async () => {
    site.set('/a', page('A'))
    site.set('/robots.txt', `Sitemap: ${other.url}/maps.xml`)
    site.set('/b', { body: page('B'), isListed: false })
    const snapshot = await crawl(makeSource({ origins: [other.url] }))
    expect(pathsOf(snapshot)).toEqual(['b.md'])
    expect(messagesOf(snapshot)).toEqual([])
  })
})

describe('robots.txt', () => {
  test('keeps pages out, and disallowing all leaves nothing to read', async () => {
    site.set('/a', page('A'))
    site.set('/private/b', page('B'))
    site.set('/robots.txt', 'User-agent: DocentBot\nDisallow: /private')
    const snapshot = await crawl()
    expect(pathsOf(snapshot)).toEqual(['a.md'])
    expect(messagesOf(snapshot)).toEqual([expect.stringContaining('robots.txt disallows it')])
    site.set('/robots.txt', 'User-agent: *\nDisallow: /')
    site.forget()
    await expect(crawl()).rejects.toThrow(/no/)
    expect(site.asked).toEqual(['/robots.txt'])
  })

  test('that cannot be read stops a first crawl, and leaves what was known as it was', async () => {
    site.set('/a', page('A'))
    site.fail('/robots.txt', 503)
    await expect(crawl()).rejects.toMatchObject({ code: 'dependency_failed', isRetryable: true })
    expect(new Set(site.asked)).toEqual(new Set(['/robots.txt']))
    site.mend('/robots.txt')
    const first = await crawl()
    site.fail('/robots.txt', 500)
    site.forget()
    const second = await crawl(makeSource(), projectOf(), first.revision)
    expect(second.revision).toBe(first.revision)
    expect(messagesOf(second)).toEqual([expect.stringMatching(/robots\.txt.*stay as they were/)])
    expect(new Set(site.asked)).toEqual(new Set(['/robots.txt']))
  })

  test('sets the pace where it asks for a slower one', async () => {
    for (let at = 0; at < 5; at++) site.set(`/p${at}`, page(`P${at}`))
    site.set('/robots.txt', 'User-agent: *\nCrawl-delay: 10')
    const startedAt = clock.now()
    await crawl(makeSource({ requestsPerSecond: 100 }))
    // Five pages and llms.txt, /sitemap.xml: each ten seconds after the one before it.
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(60_000)
    expect(clock.now() - startedAt).toBeLessThan(75_000)
  })
})

test('keeps to the requests per second', async () => {
  for (let at = 0; at < 20; at++) site.set(`/p${at}`, page(`P${at}`))
  const startedAt = clock.now()
  await crawl(makeSource({ requestsPerSecond: 2, concurrency: 8 }))
  const seconds = (clock.now() - startedAt) / 1_000
  expect((site.requests.length - 1) / seconds).toBeLessThanOrEqual(2)
})

describe('the second crawl', () => {
  test('transfers only what changed, and has no news when nothing did', async () => {
    for (let at = 0; at < 30; at++) site.set(`/p${at}`, page(`P${at}`))
    const first = await crawl()
    expect(site.sent).toHaveLength(30)
    site.forget()
    const source = makeSource()
    expect(await source.list(projectOf(), { remote, since: first.revision })).toBeUndefined()
    expect(site.sent).toEqual([])
    expect(site.requests.filter(({ status }) => status === 304)).toHaveLength(30)
    site.set('/p7', page('Changed'))
    site.delete('/p8')
    site.forget()
    const second = await crawl(source, projectOf(), first.revision)
    expect(site.sent).toEqual(['/p7'])
    expect(pathsOf(second)).toHaveLength(29)
    expect(second.revision).not.toBe(first.revision)
    expect(logged.at(-1)).toMatchObject({ fields: { read: 1, same: 28, pages: 29 } })
  })

  test('knows an unchanged page by its content where the server has no conditions', async () => {
    site.set('/a', { body: page('A'), hasValidators: false })
    const first = await crawl()
    expect(await makeSource().list(projectOf(), { remote, since: first.revision })).toBeUndefined()
  })

  test('does not ask for pages with the same date in the sitemap, until they are too old', async () => {
    const lastmod = new Date(clock.now() - 86_400_000).toISOString()
    site.set('/a', { body: page('A'), lastmod })
    site.set('/today', { body: page('T'), lastmod: new Date(clock.now()).toISOString().slice(0, 10) })
    await crawl()
    site.forget()
    await crawl()
    expect(site.asked).not.toContain('/a')
    // A page can change twice on one day.
    expect(site.asked).toContain('/today')
    clock.advance(25 * 3_600_000)
    site.forget()
    await crawl()
    expect(site.asked).toContain('/a')
    site.set('/a', { body: page('New A'), lastmod: new Date(clock.now()).toISOString() })
    expect(await textOf(await crawl(), 'a.md')).toContain('New A')
  })

  test('keeps pages that fail for now, takes out those that are gone, and says which', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) site.set(`/${name}`, page(name))
    const first = await crawl()
    site.fail('/a', 500)
    site.fail('/b', 'reset')
    site.fail('/c', 404)
    site.fail('/d', 403)
    const second = await crawl(makeSource({ attempts: 2 }), projectOf(), first.revision)
    expect(pathsOf(second)).toEqual(['a.md', 'b.md', 'e.md'])
    expect(await textOf(second, 'a.md')).toBe(await textOf(first, 'a.md'))
    expect((second.problems ?? []).map(({ path, severity }) => [path, severity]).sort()).toEqual([
      ['a.md', 'warning'],
      ['b.md', 'warning'],
      ['d.md', 'error'],
    ])
    expect(messagesOf(second).join('\n')).toMatch(/\/a: It answered with status 500\. It stays as it was/)
    expect(site.asked.filter((path) => path === '/a')).toHaveLength(3)
    for (const name of ['a', 'b', 'c', 'd']) site.mend(`/${name}`)
    expect(pathsOf(await crawl())).toEqual(['a.md', 'b.md', 'c.md', 'd.md', 'e.md'])
  })

  test('keeps everything when the lists of pages fail, and fails when they are empty', async () => {
    for (const name of ['a', 'b']) site.set(`/${name}`, page(name))
    const first = await crawl()
    site.fail('/sitemap.xml', 502)
    const second = await crawl(makeSource(), projectOf(), first.revision)
    expect(second.revision).toBe(first.revision)
    expect(messagesOf(second)).toEqual([expect.stringMatching(/sitemap\.xml: .*502.*stay as they were/)])
    site.mend('/sitemap.xml')
    site.set('/sitemap.xml', sitemapOf([]))
    await expect(crawl()).rejects.toMatchObject({ code: 'configuration', isRetryable: false })
  })

  test('stops asking a site that is down, and keeps all of it', async () => {
    for (let at = 0; at < 60; at++) site.set(`/p${at}`, page(`P${at}`))
    const first = await crawl()
    for (let at = 0; at < 60; at++) site.fail(`/p${at}`, 503)
    site.forget()
    const second = await crawl(makeSource({ attempts: 1 }), projectOf(), first.revision)
    expect(second.revision).toBe(first.revision)
    expect(site.asked.filter((path) => path.startsWith('/p')).length).toBeLessThan(30)
    expect(messagesOf(second).length).toBeLessThan(30)
  })

  test('reads everything anew for another address, and survives a lost page', async () => {
    site.set('/a', page('A'))
    site.set('/docs/a', page('B'))
    await crawl()
    const [folder = ''] = await readdir(directory)
    const pages = join(directory, folder, 'pages')
    for (const name of (await readdir(pages)).slice(0, 1)) await rm(join(pages, name))
    const snapshot = await crawl()
    for (const path of pathsOf(snapshot)) expect(await textOf(snapshot, path)).toContain('All about')
    const other = projectOf({ url: `${site.url}/docs` })
    expect(pathsOf(await crawl(makeSource(), other))).toEqual(['docs/a.md'])
  })

  test('deletes pages that nothing names any more, but not while they are read', async () => {
    site.set('/a', page('A'))
    const source = makeSource()
    const open = await source.list(projectOf(), { remote })
    site.set('/a', page('B'))
    await crawl(source)
    expect(new TextDecoder().decode(await open?.files[0]?.read())).toContain('All about A.')
    await open?.close()
    await crawl(source)
    const [folder = ''] = await readdir(directory)
    expect(await readdir(join(directory, folder, 'pages'))).toHaveLength(1)
  })
})

describe('what goes wrong', () => {
  test('a slow page is given up with the option named, after as many attempts as are set', async () => {
    site.set('/a', page('A'))
    site.set('/slow', page('S'))
    site.fail('/slow', 'silence')
    const snapshot = await crawl(makeSource({ timeoutMs: 100, attempts: 2 }))
    expect(pathsOf(snapshot)).toEqual(['a.md'])
    expect(messagesOf(snapshot)).toEqual([expect.stringMatching(/100 ms \("timeoutMs"/)])
    expect(site.asked.filter((path) => path === '/slow')).toHaveLength(2)
  })

  test('a body without end is cut off with the reason', async () => {
    site.set('/a', page('A'))
    site.set('/huge', page('H'))
    site.fail('/huge', 'endless')
    const snapshot = await crawl(makeSource({ maxPageBytes: 100_000 }))
    expect(pathsOf(snapshot)).toEqual(['a.md'])
    expect(messagesOf(snapshot)).toEqual([expect.stringMatching(/larger than 100000 bytes \("maxPageBytes"/)])
    expect(site.requests.find(({ path }) => path === '/huge')?.bytes).toBeLessThan(20_000_000)
  })

  test('a small reply that unpacks to a huge one is cut off, too', async () => {
    site.set('/a', page('A'))
    const body = gzipSync(Buffer.alloc(50_000_000, 'x'))
    site.set('/bomb', { body, headers: { 'content-encoding': 'gzip' } })
    const snapshot = await crawl()
    expect(messagesOf(snapshot)).toEqual([expect.stringContaining('"maxPageBytes"')])
  })

  test('Retry-After is waited for, and a long one ends the crawl of that host', async () => {
    site.set('/a', page('A'))
    site.fail('/a', 429, 1, { 'retry-after': '20' })
    const startedAt = clock.now()
    expect(pathsOf(await crawl())).toEqual(['a.md'])
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(20_000)
    site.set('/b', page('B'))
    site.set('/c', page('C'))
    for (const path of ['/a', '/b', '/c']) site.fail(path, 429, 1, { 'retry-after': '3600' })
    site.forget()
    const snapshot = await crawl(makeSource({ concurrency: 1 }))
    expect(pathsOf(snapshot)).toEqual(['a.md'])
    expect(site.asked.filter((path) => /^\/[abc]$/.test(path))).toHaveLength(1)
  })

  test('redirects are followed on the site, and pages are listed where they lead', async () => {
    site.set('/old', { body: '', status: 301, headers: { location: '/new' }, isListed: false })
    site.set('/out', { body: '', status: 302, headers: { location: 'http://example.com/' }, isListed: false })
    site.set('/round', { body: '', status: 302, headers: { location: '/round' }, isListed: false })
    site.set('/new', { body: page('New'), isListed: false })
    site.set('/llms.txt', '- [a](/old)\n- [b](/out)\n- [c](/round)')
    const snapshot = await crawl()
    expect(pathsOf(snapshot)).toEqual(['new.md'])
    expect(messagesOf(snapshot).sort()).toEqual([
      expect.stringContaining('/out: It leads to http://example.com, which is not the site.'),
      expect.stringContaining('/round: It redirects too often'),
    ])
  })

  test('a site without lists says what to add', async () => {
    await expect(crawl()).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/neither an llms\.txt nor a sitemap.*"source\.url"/),
    })
  })

  test('a site that answers every address with a page has no lists', async () => {
    for (const path of ['/llms.txt', '/sitemap.xml', '/robots.txt'])
      site.set(path, { body: page('App'), type: 'text/html', isListed: false })
    await expect(crawl()).rejects.toThrow(/neither an llms\.txt nor a sitemap/)
  })

  test('an aborted crawl goes on from where it was', async () => {
    for (let at = 0; at < 40; at++) site.set(`/p${at}`, page(`P${at}`))
    const controller = new AbortController()
    const source = makeSource({ concurrency: 1 })
    const listing = source.list(projectOf(), {
      remote,
      signal: controller.signal,
      onProgress: ({ done }) => void (done === 25 && controller.abort(new Error('stopped'))),
    })
    await expect(listing).rejects.toThrow('stopped')
    site.forget()
    expect((await crawl()).files).toHaveLength(40)
    expect(site.sent.length).toBeLessThanOrEqual(15)
  })

  test('tells how far it is', async () => {
    for (const name of ['a', 'b', 'c']) site.set(`/${name}`, page(name))
    const seen: string[] = []
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      void seen.push(`${done}/${total}`)
    await makeSource().list(projectOf(), { remote, onProgress })
    expect(seen).toEqual(['1/3', '2/3', '3/3'])
  })
})
