import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from '@docent/git'
import { GitDocsSource } from '@docent/source-git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from './sign-in.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const PAGES = {
  'docs.json': JSON.stringify({
    name: 'Acme',
    navigation: {
      groups: [
        { group: 'Start', pages: ['index', 'setup'] },
        { group: 'More', pages: ['deep/end', 'secret'] },
      ],
    },
  }),
  'index.mdx':
    '---\ntitle: Welcome\ndescription: All about it.\n---\n\nGo to [setup](/setup#install) or <Card title="The end" href="./deep/end">x</Card>.\n',
  'setup.mdx':
    '---\ntitle: Set up\n---\n\n## Install\n\nRun `npm i`.\n\n## Use {#how-to-use}\n\n[Back](./index.mdx), [end](deep/end.md).\n',
  'deep/end.md':
    '# The end\n\nSee [setup](../setup.mdx) and ![a picture](../images/a.png).\n\n![b](../images/page.png) ![c](../images/drawing.svg)\n',
  'images/a.png': Buffer.from('89504e470d0a1a0a00', 'hex'),
  'images/page.png': '<script>alert(1)</script>',
  'images/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'secret.md': '---\ntitle: Secret\ngroups: [staff]\n---\n\nclassified-words\n',
}

describe('the pages of a project', () => {
  let directory: string
  let source: GitDocsSource
  let server: TestServer

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'docent-site-'))
    source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
    server = await startTestServer({ source, docs: PAGES, site: 'public' })
    await server.running.indexing.settled()
  })

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    await source?.close()
    await rm(directory, { recursive: true, force: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    server.call('GET', path, { key: null, headers })

  test('shows a page with its title, navigation, contents and links within the site', async () => {
    const { status, headers, text } = await get('/site/docs/setup')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('<title>Set up · docs</title>')
    expect(text).toContain('<h1>Set up</h1>')
    expect(text).toMatch(/<a href="\/site\/docs\/setup" aria-current="page">Set up<\/a>/)
    expect(text).toContain('<h2 id="how-to-use">Use')
    expect(text).toContain('<a href="/site/docs/">Back</a>, <a href="/site/docs/deep/end">end</a>')
    expect(text).toMatch(/class="previous"[^>]*href="\/site\/docs\/"/)
    expect(text).toMatch(/class="next"[^>]*href="\/site\/docs\/deep\/end"/)
  })

  test('resolves addresses, components and relative files alike', async () => {
    const index = (await get('/site/docs/')).text
    expect(index).toContain('href="/site/docs/setup#install"')
    expect(index).toContain('<p class="card-title"><a href="/site/docs/deep/end">The end</a></p>')
    const end = (await get('/site/docs/deep/end')).text
    expect(end).toContain('<a href="/site/docs/setup">setup</a>')
    expect(end).toContain('src="/site/docs/_files/images/a.png"')
    expect(end.match(/<h1/g)).toHaveLength(1)
  })

  test('allows scripts and styles of this server alone', async () => {
    const { headers, text } = await get('/site/docs/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(text).not.toMatch(/<style|<script>|style=|\son\w+=/)
    for (const [, file = ''] of text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      expect((await get(file)).headers.get('cache-control')).toContain('immutable')
  })

  test('answers a reader who has the page with its tag alone', async () => {
    const first = await get('/site/docs/setup')
    const tag = first.headers.get('etag') ?? ''
    const again = await get('/site/docs/setup', { 'if-none-match': `W/${tag}` })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('gives programs every page as Markdown, in lists, and whole', async () => {
    const page = await get('/site/docs/setup.md')
    expect(page.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const base = `${server.url}/site/docs`
    const list = `> All pages are listed in ${base}/llms.txt. To ask a question, add \`?ask=\` and the question to the address of this Markdown.`
    expect(page.text).toBe(
      `# Set up\n\n${list}\n\n## Install\n\nRun \`npm i\`.\n\n## Use\n\n[Back](${base}/index.md), [end](${base}/deep/end.md).\n`,
    )
    expect((await get('/site/docs/')).headers.get('link')).toContain('</site/docs/index.md>; rel="alternate"')
    expect((await get('/site/docs/llms.txt')).text).toBe(
      `# docs\n\n> All about it.\n\n## Start\n\n- [Welcome](${base}/index.md): All about it.\n- [Set up](${base}/setup.md)\n\n## More\n\n- [The end](${base}/deep/end.md)\n`,
    )
    const whole = (await get('/site/docs/llms-full.txt')).text
    expect(whole).toContain(`# Set up\n\nSource: ${base}/setup\n\n## Install`)
    expect(whole).toContain(`# The end\n\nSource: ${base}/deep/end`)
    expect((await get('/site/docs/sitemap.xml')).text).toContain(`<loc>${base}/deep/end</loc>`)
    expect((await get('/site/docs/.well-known/mcp')).body).toMatchObject({ url: `${server.url}/mcp/docs` })
  })

  test('gives Markdown to a client that prefers it, and HTML to all others', async () => {
    const typeFor = async (accept: string, path = 'setup') => {
      const { headers } = await get(`/site/docs/${path}`, { accept })
      expect(headers.get('vary')?.split(', ')).toContain('Accept')
      return headers.get('content-type')?.split(';')[0]
    }
    expect(await typeFor('text/markdown, text/html;q=0.9, */*;q=0.1')).toBe('text/markdown')
    expect(await typeFor('text/markdown, text/plain, */*')).toBe('text/markdown')
    expect(await typeFor('text/markdown', '')).toBe('text/markdown')
    expect(await typeFor('text/html, text/markdown;q=0.9')).toBe('text/html')
    expect(await typeFor('*/*')).toBe('text/html')
  })

  test('keeps a page for a group out of everything', async () => {
    const paths = ['', 'setup', 'secret', 'secret.md', 'llms.txt', 'llms-full.txt', 'sitemap.xml']
    for (const path of paths) {
      const { text } = await get(`/site/docs/${path}`)
      expect(text, path).not.toMatch(/classified-words|>Secret|secret\b(?!")/)
    }
    expect((await get('/site/docs/secret')).status).toBe(404)
    expect((await get('/site/docs/secret.md')).status).toBe(404)
  })

  test('serves pictures and nothing else of the repository, so that none can run', async () => {
    const picture = await get('/site/docs/_files/images/a.png')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const drawing = await get('/site/docs/_files/images/drawing.svg')
    expect(drawing.headers.get('content-type')).toBe('image/svg+xml')
    expect(drawing.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(drawing.headers.get('x-content-type-options')).toBe('nosniff')
    for (const file of [
      'images/page.png',
      'docs.json',
      'setup.mdx',
      'secret.md',
      '..%2f..%2fetc/passwd',
      'images/none.png',
    ])
      expect([file, (await get(`/site/docs/_files/${file}`)).status]).toEqual([file, 404])
  })

  test('lets the widget of a page ask and search, from this server alone', async () => {
    const { text, headers } = await get('/site/docs/setup')
    expect(headers.get('cache-control')).toContain('private')
    const key = /key="(svc_dsr_[^"]+)"/.exec(text)?.[1] ?? ''
    const search = (domain: string, origin: string) =>
      server.call('POST', `/discovery/v1/search/${domain}`, {
        key,
        headers: { origin },
        body: { query: 'install' },
      })
    const found = await search('docs', server.url)
    expect(found.status).toBe(200)
    // The addresses of results open: the site is public.
    expect(found.body[0].metadata.url).toMatch(new RegExp(`^${server.url}/site/docs`))
    expect((await search('docs', 'https://elsewhere.test')).status).toBe(403)
    expect((await search('other', server.url)).status).toBe(404)
    expect((await server.call('GET', '/v2/agent/docs/jobs', { key })).status).toBe(403)
  })

  test('leads from the short address to the first page', async () => {
    const reply = await fetch(`${server.url}/site/docs`, { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([308, '/site/docs/'])
  })

  test('shows a project for members to members alone, and nobody can tell it from none', async () => {
    const unknown = await get('/site/nothing/')
    const foreign = await get('/site/other/')
    expect(unknown.status).toBe(404)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(unknown.text)
    const stranger = await signIn(server, 'owner')
    expect((await get('/site/other/', { cookie: stranger.cookie })).status).toBe(404)
    const member = await signIn(server, 'viewer', 'elsewhere')
    const page = await get('/site/other/', { cookie: member.cookie })
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toContain('private')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    // Its widget asks with a token of this reader.
    expect(page.text).toMatch(/key="svc_dsr_[\w-]+\.[\w-]+"/)
  })

  test('previews a branch for members and for whoever has the link', async () => {
    const base = await currentCommit(server.repository)
    await commitFiles(server.repository, 'change', base, {
      'setup.mdx': '---\ntitle: Set up anew\n---\n\n## Install\n\nRun `pnpm i`.\n',
      'new.md': '# New\n\nText.\n',
      'hidden.md': '---\ngroups: [staff]\n---\n\nclassified-words\n',
    })
    const path = '/v1/project/preview/docs'
    const made = await server.call('POST', path, { body: { branch: 'change' } })
    expect(made.status).toBe(202)
    const link = new URL(made.body.previewUrl)
    expect(link.pathname).toBe(`/site/docs@${made.body.statusId}/`)
    const setup = `${link.pathname}setup`
    expect((await get(setup)).status).toBe(404)
    expect((await get(`${link.pathname}?access=${Date.now() + 1_000_000}.x`)).status).toBe(404)
    const opened = await fetch(link, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, link.pathname])
    const [cookie = ''] = opened.headers.get('set-cookie')?.split(';') ?? []
    const after = await get(setup, { cookie })
    expect(after.status).toBe(200)
    expect(after.headers.get('x-robots-tag')).toBe('noindex')
    expect(after.text).toContain('<h1>Set up anew</h1>')
    expect(after.text).toMatch(/Set up anew <span class="badge">changed<\/span>/)
    const banner = /<aside class="banner".*?<\/aside>/s.exec(after.text)?.[0] ?? ''
    expect(banner).toContain('<strong>Set up anew</strong>')
    expect(banner).toContain(`<a href="${link.pathname}new#docent:change">New</a>`)
    expect(banner).not.toContain('hidden')
    expect(after.text).toMatch(
      /<p class="changed">(<span id="docent:change"><\/span>)?Run <code>pnpm i<\/code>/,
    )
    expect(after.text).not.toContain('docent-assistant')
    expect((await get(`${setup}?side=before`, { cookie })).text).toContain('<h1>Set up</h1>')
    expect((await get(`${link.pathname}new`, { cookie })).text).toContain('This page is new.')
    expect((await get(`${link.pathname}hidden`, { cookie })).status).toBe(404)
    // What the branch leaves as it is comes from the index.
    expect((await get(`${link.pathname}deep/end`, { cookie })).text).toContain(`href="${setup}"`)
    const { cookie: member } = await signIn(server, 'viewer')
    expect((await get(setup, { cookie: member })).status).toBe(200)
    expect((await server.call('POST', path, { body: { branch: 'none' } })).status).toBeGreaterThanOrEqual(400)
  })
})

async function currentCommit(repository: string): Promise<string> {
  const { stdout } = await runGit(['rev-parse', 'refs/heads/main'], { gitDir: repository })
  return stdout.toString().trim()
}

/** A branch with one commit over another. */
async function commitFiles(
  repository: string,
  branch: string,
  parent: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const git = async (args: readonly string[], input?: string) => {
    const { stdout } = await runGit(args, {
      gitDir: repository,
      env: AUTHOR,
      ...(input === undefined ? {} : { input }),
    })
    return stdout.toString()
  }
  const kept = (await git(['ls-tree', '-r', parent]))
    .split('\n')
    .filter((line) => !Object.keys(files).some((file) => line.endsWith(`\t${file}`)))
  const written = await Promise.all(
    Object.entries(files).map(
      async ([file, text]) =>
        `100644 blob ${(await git(['hash-object', '-w', '--stdin'], text)).trim()}\t${file}`,
    ),
  )
  const index = { GIT_INDEX_FILE: `${repository}/test-index` }
  const lines = [...kept.filter(Boolean), ...written]
    .map((line) => line.replace(/ blob /, ' blob '))
    .join('\n')
  await runGit(['update-index', '--index-info'], { gitDir: repository, env: index, input: `${lines}\n` })
  const { stdout } = await runGit(['write-tree'], { gitDir: repository, env: index })
  const commit = await git(['commit-tree', stdout.toString().trim(), '-p', parent, '-m', 'Change'])
  await git(['update-ref', `refs/heads/${branch}`, commit.trim()])
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
}

describe('the front page of a site', () => {
  const HERO = `---
title: Acme
layout: home
hero:
  name: Acme
  text: Widgets for <everyone>
  tagline: [not, a, text]
  actions:
    - { text: Start, link: ./guide/start }
    - { text: Elsewhere, link: 'https://acme.com' }
    - { text: Bad, link: 'javascript:alert(1)' }
    - nothing
features:
  - { title: Fast, details: It is., link: /guide/start }
  - { details: 'Also small.' }
---
`
  const CONFIG = `export default { themeConfig: { sidebar: [{ text: 'Guide', items: [{ text: 'Start', link: '/guide/start' }] }] } }`

  async function frontPage(docs: Record<string, string>): Promise<(path: string) => Promise<string>> {
    const directory = await mkdtemp(join(tmpdir(), 'docent-front-'))
    const source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
    const server = await startTestServer({
      source,
      site: 'public',
      docs: { '.vitepress/config.ts': CONFIG, 'guide/start.md': '# Start\n\nText.', ...docs },
    })
    opened.push(async () => {
      await server[Symbol.asyncDispose]()
      await source.close()
      await rm(directory, { recursive: true, force: true })
    })
    await server.running.indexing.settled()
    return async (path) => (await server.call('GET', `/site/docs${path}`, { key: null })).text
  }
  const opened: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of opened) await close()
  })

  test('shows what its frontmatter says, and no link but to the web and to pages', async () => {
    const text = await (await frontPage({ 'index.md': HERO }))('/')
    expect(text).toContain('<p class="lead">Widgets for &lt;everyone&gt;</p>')
    expect(text).toContain('<a href="/site/docs/guide/start" rel="noopener">Start</a>')
    expect(text).toContain('<a href="https://acme.com" rel="noopener">Elsewhere</a>')
    expect(text).not.toContain('javascript:')
    expect(text).not.toContain('not,a,text')
    expect(text).toContain(
      '<p class="card-title"><a href="/site/docs/guide/start" rel="noopener">Fast</a></p>',
    )
    expect(text).toContain('<p>Also small.</p>')
  })

  test('shows where the site goes when code alone draws it', async () => {
    const docs = {
      'index.md':
        '---\ntitle: Acme\n---\n\n<script setup>\nimport Home from "./x.vue"\n</script>\n\n<Home />\n',
    }
    const text = await (await frontPage(docs))('/')
    expect(text).toContain(
      '<p class="card-title">Guide</p><ul><li><a href="/site/docs/guide/start">Start</a></li></ul>',
    )
  })

  test('leads to the same page in other languages, each with its own navigation', async () => {
    const read = await frontPage({
      'index.md': '# Home\n\nText.',
      'de/index.md': '# Start\n\nText.',
      'de/guide/start.md': '# Anfang\n\nText.',
    })
    const german = await read('/de/guide/start')
    expect(german).toContain('<summary aria-label="Language: Deutsch">Deutsch</summary>')
    expect(german).toContain('<a href="/site/docs/guide/start" lang="en" hreflang="en">Default</a>')
    expect(german).toMatch(/<a href="\/site\/docs\/de\/guide\/start" aria-current="page">Anfang<\/a>/)
    expect(german).not.toContain('>Start</a></li>')
  })
})
