import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DocentError, type ModelProvider } from '@docent/core/plugin'
import { ManualClock } from '@docent/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { failure, read } from '../test/observe-call.ts'
import { environmentModels } from './environment-models.ts'

const KEY = 'sk-wrong-key-123456'
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(reply: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => request.resume().on('end', () => reply(response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

/** Far more than a busy machine needs for the first byte of a server that does answer. */
const PATIENT = { firstByteMs: 60_000, idleMs: 60_000 }

async function ask(address: string, env = {}, timeouts = PATIENT): Promise<DocentError> {
  const variables = { OPENAI_BASE_URL: address, OPENAI_API_KEY: KEY, ...env }
  const [provider] = environmentModels(variables, timeouts, new ManualClock()) as [ModelProvider]
  const { model } = provider.model('nope')
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi.' }] }]
  const error = await failure(model.doStream({ prompt }).then(read))
  if (!DocentError.is(error)) throw new Error(`expected a DocentError, got ${String(error)}`)
  expect(error.message).not.toContain(KEY)
  return error
}

const json =
  (status: number, error: object, headers = {}) =>
  (response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error }))
const stream = (text: string) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
const page = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Welcome</html>')

describe('an error of a server that is no good says why, and what to set', () => {
  test.each<[string, (response: ServerResponse) => void, RegExp, boolean]>([
    ['a web page', page(200), /answered with a web page.*OPENAI_BASE_URL/, false],
    ['a web page for 404', page(404), /web page \(status 404\).*\/v1/, false],
    [
      'a refused key',
      json(401, { message: `Incorrect key ${KEY}` }),
      /refused the key.*OPENAI_API_KEY/,
      false,
    ],
    ['an unknown model', json(404, { code: 'model_not_found' }), /has no model "nope"/, false],
    [
      'a context that is too small',
      json(400, { code: 'context_length_exceeded', message: 'maximum context length is 4096' }),
      /too large for the context window of openai:nope.*contextTokens/,
      false,
    ],
    ['a rate limit', json(429, {}, { 'retry-after': '37' }), /limits the rate.*in 37 seconds/, true],
    [
      'no credit',
      json(429, { code: 'insufficient_quota', message: 'insufficient_quota' }),
      /no credit/,
      true,
    ],
    ['an internal error', json(500, { message: 'boom' }), /failed with status 500/, true],
    ['another format', stream('data: {"hello":1}\n\n'), /not in the format.*OPENAI_BASE_URL/, true],
    ['an empty reply', stream(''), /broke off, or it is not in the format/, true],
    ['an error in the stream', stream('data: {"error":{"message":"no"}}\n\n'), /broke off/, true],
    ['a cut connection', (response) => response.destroy(), /closed the connection/, true],
  ])('%s', async (_name, reply, message, isRetryable) => {
    const address = await serve(reply)
    const error = await ask(address)
    expect(error.message).toMatch(message)
    expect(error.isRetryable).toBe(isRetryable)
    if (!message.source.includes('context')) expect(error.message).toContain(address)
  })

  test('silence', async () => {
    const address = await serve(() => undefined)
    const error = await ask(address, {}, { firstByteMs: 300, idleMs: 300 })
    expect(error.message).toMatch(/did not answer in time: it sent nothing for 0\.3 seconds/)
    expect(error.message).toContain(address)
    expect(error.isRetryable).toBe(true)
  })

  test('a server that is not there', async () => {
    const address = await serve(() => undefined)
    closing.pop()?.()
    const refused = await ask(address)
    expect(refused.message).toMatch(/Nothing listens at http.*correct OPENAI_BASE_URL/)
    const unresolved = await ask('http://no-such-host.invalid/v1')
    expect(unresolved.message).toMatch(/host name of http:\/\/no-such-host\.invalid\/v1 cannot be resolved/)
  })

  test('a server that does not speak TLS', async () => {
    const address = await serve(page(200))
    const error = await ask(address.replace('http:', 'https:'))
    expect(error.message).toMatch(/does not speak TLS.*write http:\/\//)
    expect(error.isRetryable).toBe(false)
  })

  test('a key that was not given', async () => {
    const error = await ask(await serve(json(401, {})), { OPENAI_API_KEY: undefined })
    expect(error.message).toMatch(/needs a key\. Set OPENAI_API_KEY/)
  })

  test('an address that is none', () => {
    for (const env of [
      { OPENAI_BASE_URL: 'localhost:8000' },
      { ANTHROPIC_BASE_URL: 'x' },
      { OLLAMA_HOST: '::' },
    ])
      expect(() => environmentModels(env, PATIENT, new ManualClock())).toThrow(
        new RegExp(`^${Object.keys(env)[0]} is ".*", which is not an address`),
      )
  })
})
