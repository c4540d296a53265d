import { createClient } from '@docent/client'
import { parseEvaluation, RunEvaluation } from '@docent/core'
import { ProjectStore, projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** A common synonym finds /uninstall, one of the project /access, and /long has passages that follow each other. */
const QUESTION = 'remove the sso lantern'
let server: TestServer
/** What the model of answers and that of the agent read. */
const read = { assistant: '', agent: '' }

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/uninstall', title: 'Uninstall', texts: ['How to uninstall it.'] }),
    indexedPage({ path: '/access', title: 'Single sign-on', texts: ['Single sign-on of a lantern.'] }),
    indexedPage({ path: '/long', title: 'Lanterns', texts: ['The first lantern.', 'The second lantern.'] }),
    indexedPage({ path: '/rope', title: 'Ropes', texts: ['A rope is no lamp.'] }),
  ])
  await writer.commit('one')
  const assistant = scriptedModel(({ prompt }) => {
    read.assistant = JSON.stringify(prompt)
    return { text: 'So [1].' }
  })
  const agent = scriptedModel(({ prompt }) => {
    read.agent = JSON.stringify(prompt)
    return prompt.some(({ role }) => role === 'tool')
      ? { text: 'Nothing is to be done.' }
      : { toolCalls: [{ toolName: 'search_docs', input: { query: QUESTION } }] }
  })
  server = await startTestServer({
    retriever,
    models: scriptedProvider('test', { model: assistant, agent }, { assistant: 'model', agent: 'agent' }),
    project: { assistant: { synonyms: [['sso', 'single sign-on']] } },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Paths in the order in which a text first has them. */
const pathsIn = (text: string) => [
  ...new Set(text.match(/(?<![\w/])\/(?:uninstall|access|long|rope)\b/g) ?? []),
]

test('a question finds the same for a search, an assistant of MCP, an answer, the agent, and an evaluation', async () => {
  const { body } = await server.call('POST', '/discovery/v1/search/docs', {
    key: server.assistantKey,
    body: { query: QUESTION },
  })
  const found: { path: string; content: string }[] = body
  const paths = found.map(({ path }) => path)
  expect([...paths].sort()).toEqual(['/access', '/long', '/uninstall'])
  const long = found.find(({ path }) => path === '/long')?.content
  expect(long).toMatch(/first lantern[\s\S]+second lantern/)

  const first = await server.call('POST', '/discovery/v1/search/docs', {
    key: server.assistantKey,
    body: { query: QUESTION, pageSize: 1 },
  })
  expect(first.body).toEqual(found.slice(0, 1))

  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/docs`), {
    requestInit: { headers: { authorization: `Bearer ${server.assistantKey}` } },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  const { content } = await client.callTool({ name: 'search', arguments: { query: QUESTION } })
  await client.close()
  const texts = (content as { text: string }[]).map(({ text }) => text)
  expect(texts.map((text) => /path: (\S+)/.exec(text)?.[1])).toEqual(paths)
  for (const [at, { content: result }] of found.entries()) expect(texts[at]).toContain(result)

  const docs = createClient({ baseUrl: server.url, key: server.assistantKey }).assistant
  for await (const _part of docs.ask('docs', QUESTION)) void 0
  expect(pathsIn(read.assistant)).toEqual(paths)
  for (const result of found) expect(read.assistant).toContain(JSON.stringify(result.content).slice(1, -1))

  const admin = createClient({ baseUrl: server.url, key: server.adminKey }).agent
  const job = await admin.create('docs', 'Look something up.')
  await admin.wait('docs', job.id)
  expect(pathsIn(read.agent)).toEqual(paths)
  for (const result of found) expect(read.agent).toContain(JSON.stringify(result.content).slice(1, -1))

  const evaluation = server.running.docent.resolve(RunEvaluation)
  const project = await server.running.docent.resolve(ProjectStore).get(projectId('docs'))
  if (project === undefined) throw new Error('There is no project.')
  const { signal } = new AbortController()
  const questions = parseEvaluation(JSON.stringify({ question: QUESTION, page: '/access' }))
  const report = await evaluation.run(project, questions, { answers: false, signal })
  expect(report.questions[0]?.found).toEqual(paths)
})
