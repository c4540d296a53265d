import { pathToFileURL } from 'node:url'
import { type DocsSource, GitHostMisconfigured } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
let owner: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  owner = (await signIn(server, 'owner')).headers
})
afterAll(() => server[Symbol.asyncDispose]())

const tried = (models: Record<string, string>) =>
  server.call('POST', '/api/projects/try', {
    key: null,
    headers: owner,
    body: { id: 'draft', repository: pathToFileURL(server.repository).href, models },
  })

describe('a project that is tried before it is added', () => {
  it('shows the models that it would use', async () => {
    const { status, body } = await tried({})
    expect(status).toBe(200)
    const used = { id: 'test:model', isOwn: false, problem: null }
    expect(body.models).toEqual({ assistant: used, agent: used })
  })

  it('says why a model cannot be used', async () => {
    const { body } = await tried({ assistant: 'nobody:nothing' })
    expect(body.models.assistant).toMatchObject({ id: 'nobody:nothing', isOwn: true })
    expect(body.models.assistant.problem).toContain('nobody')
    expect(body.models.agent.problem).toBeNull()
  })
})

it('names the field of the draft that its source cannot use', async () => {
  const issues = [{ path: 'branch', message: 'the repository has no branch nope' }]
  await using other = await startTestServer({
    source: {
      name: 'test',
      matches: () => true,
      list: () => Promise.reject(new GitHostMisconfigured('There is no branch nope.', { issues })),
    },
  })
  const { headers } = await signIn(other, 'owner')
  const body = { id: 'draft', repository: pathToFileURL(other.repository).href, branch: 'nope' }
  const reply = await other.call('POST', '/api/projects/try', { key: null, headers, body })
  expect(reply.status).toBe(400)
  expect(reply.body.issues).toEqual(issues)
})

it('says why there is no page, and which folder has pages', async () => {
  const source: DocsSource = {
    name: 'test',
    matches: () => true,
    list: async () => ({ revision: 'a', files: [], unread: ['a.textile'], close: async () => {} }),
    pageFolders: async () => [{ folder: 'website/docs', pages: 212 }],
  }
  await using other = await startTestServer({ source })
  const { headers } = await signIn(other, 'owner')
  const body = { id: 'draft', repository: pathToFileURL(other.repository).href, docsPath: 'docs' }
  const reply = await other.call('POST', '/api/projects/try', { key: null, headers, body })
  expect(reply.body).toMatchObject({
    pages: 0,
    problem: expect.stringContaining('"website/docs" has 212 pages: set docsPath to "website/docs".'),
  })
})

it('shows what an index would hold and how the site is understood, and keeps nothing', async () => {
  const texts = {
    'mkdocs.yml': 'site_name: A\nnav:\n  - index.md\n  - Guide: guide.md\n  - gone.md\n',
    'docs/index.md': '# Home\n',
    // Who may read it cannot be known.
    'docs/guide.md': '---\ntitle: [Guide\n---\n\n# Guide\n',
    'docs/draft.md': '---\ndraft: true\n---\n\n# Draft\n',
  }
  const files = Object.entries(texts).map(([path, text]) => ({
    ...{ path, hash: path, read: async () => new TextEncoder().encode(text) },
  }))
  await using other = await startTestServer({
    source: {
      name: 'test',
      matches: () => true,
      list: async () => ({ revision: 'a', files, close: async () => {} }),
    },
  })
  const { headers } = await signIn(other, 'owner')
  const body = { id: 'draft', repository: pathToFileURL(other.repository).href }
  const reply = await other.call('POST', '/api/projects/try', { key: null, headers, body })
  expect(reply.body).toMatchObject({
    ...{ layout: 'mkdocs', configuration: 'mkdocs.yml', docsPath: '', pages: 1, unlisted: 0, hidden: 2 },
    examples: expect.arrayContaining([{ path: '/', file: 'docs/index.md' }]),
    navigation: { files: ['mkdocs.yml'], isComputed: false },
    problems: expect.arrayContaining([
      expect.objectContaining({
        kind: 'navigation',
        examples: [expect.objectContaining({ file: 'mkdocs.yml', line: 5 })],
      }),
      expect.objectContaining({
        kind: 'frontmatter',
        examples: [expect.objectContaining({ file: 'docs/guide.md' })],
      }),
    ]),
  })
  const { body: listed } = await other.call('GET', '/api/projects', { key: null, headers })
  expect(JSON.stringify(listed)).not.toContain('"draft"')
})
