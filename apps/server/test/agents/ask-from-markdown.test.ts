import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { organizationId, projectId } from '@docent/core/plugin'
import { GitDocsSource } from '@docent/source-git'
import { type ScriptedModel, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

const DOCS = {
  'index.md': '# Lantern\n\nA lantern gives light.\n',
  'oil.md': '# Oil\n\n## Fill it\n\nFill the lantern with `colza` oil, up to the mark.\n',
}
const QUESTION = encodeURIComponent('Which oil does the lantern take?')

describe('a question at the address of a page', () => {
  let directory: string
  let source: GitDocsSource
  let open: TestServer
  let closed: TestServer
  let model: ScriptedModel

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'docent-ask-'))
    source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
    model = scriptedModel(() => ({ text: 'Fill it with `colza` oil [1].' }))
    const roles = { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' } as const
    const common = { source, docs: DOCS, models: scriptedProvider('test', { model }, roles) }
    open = await startTestServer({ ...common, site: 'public' })
    closed = await startTestServer({ ...common, site: 'members' })
    await Promise.all([open, closed].map(({ running }) => running.indexing.settled()))
  })
  afterAll(async () => {
    await open?.[Symbol.asyncDispose]()
    await closed?.[Symbol.asyncDispose]()
    await source?.close()
    await rm(directory, { recursive: true, force: true })
  })

  const ask = async (server: TestServer, path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${server.url}/site/docs/${path}`, { headers })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }

  it('answers with sources and excerpts as Markdown, and knows the page', async () => {
    const { status, headers, text } = await ask(open, `oil.md?ask=${QUESTION}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('cache-control')).toContain('no-cache')
    expect(text).toMatch(/^Fill it with `colza` oil/)
    expect(text).toContain(`## Sources\n\n- [Oil](${open.url}/site/docs/oil`)
    expect(text).toContain('> Fill the lantern with `colza` oil, up to the mark.')
    expect(JSON.stringify(model.calls.at(-1))).toContain('/oil')
  })

  it('answers a page in HTML as always, and Markdown by the header', async () => {
    expect((await ask(open, `oil?ask=${QUESTION}`)).headers.get('content-type')).toContain('text/html')
    const { text } = await ask(open, `oil?ask=${QUESTION}`, { accept: 'text/markdown' })
    expect(text).toContain('## Sources')
  })

  it('is announced where it works', async () => {
    expect((await ask(open, 'oil.md')).text).toContain('`?ask=`')
    expect((await ask(open, '.well-known/agent-skills/docs-docs/SKILL.md')).text).toContain('index.md?ask=')
    expect((await (await fetch(`${open.url}/robots.txt`)).text()).split('\n')).toContain('Disallow: /*?ask=')
  })

  it('needs a key that may ask, where not everyone can read', async () => {
    const calls = model.calls.length
    for (const headers of [{}, { authorization: 'Bearer svc_dsc_wrong' }])
      expect((await ask(closed, `oil.md?ask=${QUESTION}`, headers)).status).toBe(401)
    const { key: other } = await closed.issueKey({
      kind: 'assistant',
      organizationId: organizationId('elsewhere'),
      projectIds: [projectId('other')],
    })
    expect((await ask(closed, `oil.md?ask=${QUESTION}`, { authorization: `Bearer ${other}` })).status).toBe(
      404,
    )
    expect(model.calls.length).toBe(calls)
    const headers = { authorization: `Bearer ${closed.assistantKey}` }
    expect((await ask(closed, `oil.md?ask=${QUESTION}`, headers)).text).toContain('`colza` oil')
  })

  it('makes no answer when only its headers are wanted', async () => {
    const calls = model.calls.length
    const head = (server: TestServer) =>
      fetch(`${server.url}/site/docs/oil.md?ask=${QUESTION}`, { method: 'HEAD' })
    const reply = await head(open)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect((await head(closed)).status).toBe(401)
    expect(model.calls.length).toBe(calls)
  })

  it('takes a question as long as a question is', async () => {
    expect((await ask(open, `oil.md?ask=${'a'.repeat(3_000)}`)).status).toBe(400)
    expect((await ask(open, 'oil.md?ask=')).status).toBe(400)
  })
})
