import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const folder = process.cwd()
let server: TestServer
let receiver: WebhookReceiver
let gone = true

beforeAll(async () => {
  receiver = await webhookReceiver((_request, response) => void response.writeHead(gone ? 410 : 204).end())
  const webhooks = [
    { url: receiver.url, secret: SECRET, allowPrivate: true, events: ['job.created' as const], id: 'ci' },
  ]
  server = await startTestServer({ config: { webhooks } })
  await writeFile(
    join(server.directory, 'docent.config.mjs'),
    `export default ${JSON.stringify({ webhooks })}`,
  )
  process.chdir(server.directory)
  vi.stubEnv('DOCENT_DATA', 'data')
})
afterEach(() => {
  process.exitCode = undefined
})
afterAll(async () => {
  process.chdir(folder)
  vi.unstubAllEnvs()
  await server[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

async function dead(): Promise<{ id: string }> {
  const until = Date.now() + 60_000
  for (;;) {
    const [found] = JSON.parse(await runHere('webhooks', 'list', '--status', 'dead', '--json'))
    if (found) return found
    if (Date.now() > until) throw new Error('Nothing died.')
  }
}

test('dead deliveries are listed and sent again from the command line, by the running server', async () => {
  await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Add a page' } })
  const { id } = await dead()
  const table = await runHere('webhooks', 'list')
  expect(table).toMatch(
    new RegExp(`^${id} +ci +job\\.created +\\S+ +dead +1 +The endpoint answered 410 Gone`, 'm'),
  )
  expect(table).not.toContain(receiver.url)
  gone = false
  expect(await runHere('webhooks', 'resend', id)).toBe(`Delivery ${id} is pending again.`)
  await receiver.received(2)
  expect(receiver.requests[1]?.headers['webhook-id']).toBe(id)
})

test.each([
  [['list', '--status', 'lost'], 'Error: --status: "lost" is not pending, delivered or dead.'],
  [['list', '--limit', '0'], 'Error: --limit: "0" is not a number from 1 to 100.'],
  [['resend', 'msg_none'], 'Error: There is no delivery msg_none.'],
  [['resend', 'received/github/1'], 'Error: There is no delivery received/github/1.'],
])('docent webhooks %j says what is wrong', async (args, message) => {
  expect(await runHere('webhooks', ...args)).toBe(message)
  expect(process.exitCode).toBe(1)
})
