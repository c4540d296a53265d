import { readFile } from 'node:fs/promises'
import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever } from '@docent/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

const guide = await readFile(
  new URL('../../docs/content/guides/coming-from-a-hosted-service.mdx', import.meta.url),
  'utf8',
)
let server: TestServer

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([indexedPage({ path: '/keys', title: 'Keys', texts: ['Revoke a key by its id.'] })])
  await writer.commit('one')
  server = await startTestServer({ retriever })
})
afterAll(() => server[Symbol.asyncDispose]())

/** The code of a recipe, with the address, project and keys of this server. */
function recipe(heading: string): string {
  const [, code = ''] = guide.split(`\n## ${heading}\n`)[1]?.match(/```\w+\n(.*?)```/s) ?? []
  return code
    .replaceAll('https://docent.acme.com', server.url)
    .replaceAll('/handbook', '/docs')
    .replaceAll('svc_dsc_...', server.assistantKey)
}

async function run(code: string): Promise<unknown[][]> {
  const lines: unknown[][] = []
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const log = { log: (...line: unknown[]) => lines.push(line) }
  await AsyncFunction('console', 'process', code)(log, { env: { DOCENT_KEY: server.adminKey } })
  return lines
}

it('searches with the code of the search bar', async () => {
  expect(await run(recipe('Change a search bar'))).toEqual([
    ['Keys', expect.stringMatching(/\/keys$/), expect.stringContaining('Revoke a key')],
  ])
})

it('reads every conversation with the code of the importer, over several pages', async () => {
  for (const text of ['How do I revoke a key?', 'What is a key?']) {
    const reply = await server.call('POST', '/discovery/v2/assistant/docs/message', {
      key: server.assistantKey,
      body: { fp: 'anonymous', messages: [{ role: 'user', parts: [{ type: 'text', text }] }] },
    })
    expect(reply.status).toBe(200)
  }
  const importer = recipe('Change an analytics importer')
    .replace("limit: '1000'", "limit: '1'")
    .replace("dateFrom: '2026-11-01'", "dateFrom: '2020-01-01'")
  await expect
    .poll(async () => (await run(importer)).map(([, , query]) => query), { timeout: 20_000 })
    .toEqual(['What is a key?', 'How do I revoke a key?'])
})

it('answers MCP at the address and with the header of the configuration', async () => {
  const { docs } = JSON.parse(
    recipe('Change an MCP configuration').replace('"handbook"', '"docs"'),
  ).mcpServers
  const reply = await fetch(docs.url, {
    method: 'POST',
    headers: {
      ...docs.headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const { result } = (await reply.json()) as { result: { tools: { name: string }[] } }
  const names = result.tools.map(({ name }) => name.replace('search_docs', 'search_handbook'))
  for (const name of names) expect(guide).toContain(`\`${name}\``)
})
