import { pathToFileURL } from 'node:url'
import { type DocsSource, GitHostMisconfigured } from '@docent/core'
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
    list: async () => ({ revision: 'a', files: [], unread: ['a.rst'], close: async () => {} }),
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
