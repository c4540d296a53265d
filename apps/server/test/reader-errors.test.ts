import { DocentError, type ModelProvider } from '@docent/core/plugin'
import { MemoryRetriever } from '@docent/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

const SECRET_WORDS = /OPENAI_BASE_URL|10\.0\.0\.7|gpt-secret|docent\.config/
const MESSAGE =
  'openai (http://10.0.0.7/v1) has no model "gpt-secret". Correct OPENAI_BASE_URL in docent.config.ts.'

let server: TestServer | undefined
afterEach(() => server?.[Symbol.asyncDispose]())

const question = {
  fp: 'anonymous',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'How do I sign in?' }] }],
}

async function ask(error: DocentError, when: 'before' | 'while') {
  const logged: string[] = []
  const models: ModelProvider = {
    name: 'test',
    defaults: { assistant: 'm', agent: 'm' },
    model: (id) => {
      if (when === 'before') throw error
      return {
        id: `test:${id}`,
        contextTokens: 8_000,
        outputTokens: 1_000,
        caching: false,
        model: {
          specificationVersion: 'v4',
          provider: 'test',
          modelId: id,
          supportedUrls: {},
          doGenerate: () => Promise.reject(error),
          doStream: () => Promise.reject(error),
        },
      }
    },
  }
  server = await startTestServer({
    models,
    retriever: new MemoryRetriever(),
    onLog: (line) => logged.push(line),
  })
  const path = '/discovery/v2/assistant/docs/message'
  const reply = await server.call('POST', path, { body: question, headers: { 'X-Request-Id': 'req-4711' } })
  const operator = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Fix it.' } })
  return { reply, operator, log: logged.join('\n') }
}

describe('a reader of a public answer', () => {
  it.each([
    ['before', 'model_not_configured'],
    ['before', 'configuration'],
    ['before', 'git_host_misconfigured'],
    ['while', 'model_failed'],
  ] as const)('learns nothing of the configuration from an error %s the answer (%s)', async (when, code) => {
    const { reply, log } = await ask(new DocentError(code, MESSAGE), when)
    expect(reply.text).not.toMatch(SECRET_WORDS)
    expect(reply.text).toContain('This is not available. Tell the people who run this site')
    expect(reply.text).toContain('req-4711')
    expect(log).toContain('gpt-secret')
  })

  it('is asked to try again where that helps', async () => {
    const { reply } = await ask(new DocentError('model_failed', MESSAGE, { isRetryable: true }), 'before')
    expect(reply.status).toBe(502)
    expect(reply.body.detail).toBe('This is not available at the moment. Try again later. (Request req-4711)')
  })

  it('differs from the operator, whose admin key shows what to set', async () => {
    const { operator } = await ask(new DocentError('model_not_configured', MESSAGE), 'before')
    expect(operator).toMatchObject({ status: 503, body: { detail: MESSAGE } })
  })
})
