import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_ROUTES } from '../../../packages/dashboard-api/src/api-routes.ts'
import type { ApiDocument, ApiOperation } from '../../../packages/http/src/open-api/api-document.ts'
import { exampleOf } from '../../../packages/http/src/open-api/example-of.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
let document: ApiDocument
let page: string
beforeAll(async () => {
  server = await startTestServer()
  document = (await server.call('GET', '/openapi.json', { key: null })).body
  page = (await server.call('GET', '/reference', { key: null })).text
})
afterAll(() => server[Symbol.asyncDispose]())

const operations = (): Array<[string, string, ApiOperation]> =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, ApiOperation] => [
      method,
      path,
      operation,
    ]),
  )

describe('the API reference', () => {
  test('shows every operation, its parameters and what its body may hold', () => {
    expect(operations().length).toBeGreaterThan(30)
    for (const [, path, operation] of operations()) {
      expect(page).toContain(`<section id="${operation.operationId}"`)
      expect(page).toContain(`<code>${path}</code>`)
      for (const { name } of operation.parameters) expect(page).toContain(`<code class="name">${name}</code>`)
    }
    expect(page).toContain('retrievalPageSize')
    expect(page.replace(/<script>[\s\S]*<\/script>/, '')).not.toMatch(/undefined|\[object Object\]/)
  })

  test('no two operations have the same name', () => {
    const names = operations().map(([, , operation]) => operation.summary)
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
  })

  test('references of the document lead to its components', () => {
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = '']) => name)
    expect(names).toContain('#/components/schemas/AgentJob')
    for (const name of names) {
      const [kind = '', key = ''] = name.replace('#/components/', '').split('/')
      expect((document.components as unknown as Record<string, object>)[kind], name).toHaveProperty([key])
    }
  })

  test.each(API_ROUTES.flatMap(([method, path, { body }]) => (body ? [{ method, path, body }] : [])))(
    'the sample of $method $path is a body that it takes',
    ({ method, path, body }) => {
      const operation = document.paths[path]?.[method.toLowerCase()]
      const schema = operation?.requestBody?.content['application/json']?.schema
      expect(schema).toBeDefined()
      const sample = schema && exampleOf(schema, document)
      expect(body.safeParse(sample).error?.issues ?? [], JSON.stringify(sample)).toEqual([])
    },
  )

  test('the body of every sample is one that the operation takes', async () => {
    const tried: string[] = []
    for (const [method, path, operation] of operations()) {
      const schema = operation.requestBody?.content['application/json']?.schema
      if (schema === undefined || path.includes('{host}') || path.startsWith('/api/')) continue
      const url = path
        .replace('{projectId}', 'docs')
        .replace('{domain}', 'docs')
        .replace(/\{\w+\}/g, 'job_none')
      const key = 'assistant' in (operation.security[0] ?? {}) ? server.assistantKey : server.adminKey
      const reply = await server.call(method.toUpperCase(), url, {
        key,
        body: exampleOf(schema, document),
        headers: { accept: 'application/json, text/event-stream' },
      })
      // What the example names need not exist; its form must be right.
      expect([200, 201, 202, 204, 404], `${method} ${path}: ${reply.text.slice(0, 300)}`).toContain(
        reply.status,
      )
      tried.push(operation.operationId)
    }
    expect(tried).toEqual(
      expect.arrayContaining(['createAgentJob', 'answerAssistantMessage', 'searchDocumentation']),
    )
  })

  test('runs its own script and style and nothing else', async () => {
    const { headers } = await server.call('GET', '/reference', { key: null })
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; img-src data:; connect-src 'self'/,
    )
    expect(page.match(/<script/g)).toHaveLength(1)
  })
})
