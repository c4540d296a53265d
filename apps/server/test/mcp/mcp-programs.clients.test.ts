import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever } from '@docent/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NEWEST_FOLDER } from '../../../../scripts/clients/newest-packages.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

/** Programs that people run to reach an MCP server: they are too large for the packages of the tests. */
let server: TestServer
let home: string

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([indexedPage({ path: '/start', title: 'Start', texts: ['Run npm start to start.'] })])
  await writer.commit('one')
  server = await startTestServer({ retriever })
  home = await mkdtemp(join(tmpdir(), 'docent-programs-'))
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

function programOf(name: string, bin: string): string {
  const manifest = createRequire(join(NEWEST_FOLDER ?? '', 'index.js')).resolve(`${name}/package.json`)
  return join(manifest, '..', bin)
}

const header = () => `Authorization: Bearer ${server.assistantKey}`

it('the inspector lists the tools, calls one, and reads a resource', async () => {
  const inspector = programOf('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js')
  const inspect = async (...args: string[]) => {
    const target = [inspector, '--cli', `${server.url}/mcp/docs`, '--transport', 'http', '--header', header()]
    const { stdout } = await promisify(execFile)(process.execPath, [...target, ...args], {
      env: { ...process.env, HOME: home },
      timeout: 60_000,
    })
    return JSON.parse(stdout)
  }
  const { tools } = await inspect('--method', 'tools/list')
  expect(tools.map(({ name }: { name: string }) => name)).toContain('search')
  const found = await inspect('--method', 'tools/call', '--tool-name', 'search', '--tool-arg', 'query=start')
  expect(found.structuredContent.results).toMatchObject([{ id: '/start' }])
  const read = await inspect('--method', 'resources/read', '--uri', 'docent://docs/start')
  expect(read.contents).toMatchObject([{ mimeType: 'text/markdown' }])
})

it('mcp-remote brings the tools to a client that speaks over its input and output', async () => {
  const remote = programOf('mcp-remote', 'dist/proxy.js')
  const args = [
    remote,
    `${server.url}/mcp/docs`,
    '--allow-http',
    '--transport',
    'http-only',
    '--header',
    header(),
  ]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, HOME: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const ask = async (id: number, method: string, params: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error('mcp-remote ended')
        const message = JSON.parse(value)
        if (message.id === id) return message.result
      }
    }
    const clientInfo = { name: 'test', version: '1' }
    const begun = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    expect((await ask(1, 'initialize', begun)).serverInfo.name).toBe('docent')
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    const { tools } = await ask(2, 'tools/list', {})
    expect(tools.map(({ name }: { name: string }) => name)).toContain('search')
    const found = await ask(3, 'tools/call', { name: 'search', arguments: { query: 'start' } })
    expect(found.structuredContent.results).toMatchObject([{ id: '/start' }])
  } finally {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
})
