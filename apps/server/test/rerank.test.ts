import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectId } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { rerankWire } from '@docent/simulators'
import {
  indexedPage,
  MemoryRetriever,
  overlapReranking,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCli } from '../src/cli.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const QUERY = 'rotate signing keys safely'
let server: TestServer
let isDown = false
const shown: string[] = []
const model = scriptedModel(() => ({ text: 'Wait [1].' }))

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/title', title: 'Rotate keys', texts: ['Nothing else.'] }),
    indexedPage({ path: '/text', title: 'Other', texts: ['To rotate signing keys safely, wait.'] }),
    indexedPage({ path: '/staff', title: 'Staff', texts: [`Staff ${QUERY}.`], groups: ['staff'] }),
  ])
  await writer.commit('one')
  const reranking = () =>
    overlapReranking({
      onCall: ({ documents }) => {
        shown.push(...documents.values.map(String))
        if (isDown) throw new Error('down')
        return undefined
      },
    })
  server = await startTestServer({
    retriever,
    models: { ...scriptedProvider('test', { model }, { assistant: 'model', agent: 'model' }), reranking },
    config: {
      projects: [
        {
          id: 'docs',
          repository: 'file:///docs.git',
          branch: 'main',
          models: { rerank: 'test:best' },
        },
      ],
    },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const search = async (key = server.assistantKey, filter = {}) =>
  (await server.call('POST', '/discovery/v1/search/docs', { key, body: { query: QUERY, filter } })).body.map(
    ({ path }: { path: string }) => path,
  )

describe('a project with a re-ranking model', () => {
  it('has its order in the search route, over MCP and in answers', async () => {
    expect(await search()).toEqual(['/text', '/title'])
    const mcp = await server.call('POST', '/mcp/docs', {
      key: server.assistantKey,
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search', arguments: { query: QUERY } },
      },
    })
    expect(mcp.text).toMatch(/path: \/text.*path: \/title/)
    const answer = await server.call('POST', '/discovery/v2/assistant/docs/message', {
      body: {
        fp: 'ann',
        messages: [{ role: 'user', parts: [{ type: 'text', text: `How do I ${QUERY}?` }] }],
      },
    })
    expect(answer.text).toContain('"url":"/text"')
    expect(answer.text).not.toContain('"url":"/staff"')
    expect(shown.length).toBeGreaterThan(0)
  })

  it('never shows the model what the caller may not see', async () => {
    await search(server.assistantKey, { groups: ['staff'] })
    expect(shown.join()).not.toContain('Staff')
    const { key } = await server.issueKey({
      kind: 'assistant',
      projectIds: [projectId('docs')],
      trustGroups: true,
    })
    expect(await search(key, { groups: ['staff'] })).toContain('/staff')
    expect(shown.join()).toContain('Staff')
  })

  it('that fails keeps the order of the search and makes the server degraded', async () => {
    const ready = async () => (await server.call('GET', '/health/ready')).body
    expect(await ready()).toMatchObject({ status: 'ok', parts: { rerank: { ok: true } } })
    isDown = true
    expect(await search()).toEqual(['/title', '/text'])
    expect(await ready()).toMatchObject({
      status: 'degraded',
      parts: { rerank: { ok: false, message: expect.stringContaining('test:best') } },
    })
  })
})

describe('docent eval', () => {
  const folder = process.cwd()
  afterEach(() => {
    vi.unstubAllEnvs()
    process.chdir(folder)
    process.exitCode = undefined
  })

  it('compares a configuration without re-ranking with one that has it, and says when it failed', async () => {
    await using own = await startTestServer()
    const wire = await rerankWire('cohere')
    try {
      process.chdir(own.directory)
      vi.stubEnv('DOCENT_DATA', 'data')
      vi.stubEnv('OPENAI_BASE_URL', `${wire.origin}/v1`)
      await mkdir('pages')
      await writeFile('pages/one.md', '# Lanterns\n\nLight the lantern.\n')
      await writeFile('pages/two.md', '# Wicks\n\nA lantern needs oil before it is lit safely.\n')
      const path = join(own.directory, 'data', 'repositories', 'pages.git')
      const author = { name: 'Test', email: 'test@example.com' }
      await createLocalRepository({
        path,
        from: 'pages',
        message: 'Add pages',
        author,
        date: 1_700_000_000_000,
      })
      const project = { id: 'pages', repository: `file://${path}`, branch: 'main' }
      const ranked = { ...project, models: { rerank: 'openai:bge-reranker' } }
      await writeFile('docent.config.mjs', `export default ${JSON.stringify({ projects: [project] })}`)
      await writeFile('ranked.config.mjs', `export default ${JSON.stringify({ projects: [ranked] })}`)
      await writeFile('questions.jsonl', '{"question":"lantern safely lit","page":"/two"}')
      await run('index', 'pages', '--json')
      const told = await run('eval', 'questions.jsonl', '--against', 'ranked.config.mjs')
      expect(told).toMatch(/^re-ranked by +- +openai:bge-reranker$/m)
      expect(wire.requests).toMatchObject([
        { path: '/v1/rerank', body: { model: 'bge-reranker', query: 'lantern safely lit', top_n: 2 } },
      ])
      wire.plant({ kind: 'drops' })
      const failed = await run('eval', 'questions.jsonl', '--against', 'ranked.config.mjs')
      expect(failed).toMatch(/^re-ranked by +- +openai:bge-reranker \(failed, searches: 1\)$/m)
    } finally {
      await wire.close()
    }
  })
})

async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
  try {
    await runCli(args)
  } finally {
    log.mockRestore()
  }
  return lines.join('\n')
}
