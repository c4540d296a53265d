import { createHmac, randomUUID } from 'node:crypto'
import { github } from '@docent/git-github'
import { expect, test } from 'vitest'
import { startTestServer } from '../start-test-server.ts'

const SECRET = 's3cret'

test('a push that names many files is accepted, up to what GitHub sends', async () => {
  await using server = await startTestServer({
    morePlugins: [github({ token: 'x', webhookSecret: SECRET })],
  })
  const send = async (bytes: number, secret = SECRET) => {
    const body = JSON.stringify({
      ref: 'refs/heads/main',
      before: 'a'.repeat(40),
      after: 'b'.repeat(40),
      deleted: false,
      sender: { login: 't', type: 'User' },
      pusher: { name: 't' },
      repository: {
        html_url: 'https://github.com/acme/handbook',
        full_name: 'acme/handbook',
        default_branch: 'main',
      },
      commits: [{ added: ['x'.repeat(bytes)] }],
    })
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const reply = await fetch(`${server.url}/webhooks/github`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'push',
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': `sha256=${signature}`,
      },
    })
    return reply.status
  }
  expect(await send(1_000)).toBe(202)
  expect(await send(3_000_000)).toBe(202)
  expect(await send(24_000_000)).toBe(202)
  expect(await send(3_000_000, 'another')).toBe(401)
  expect(await send(27_000_000)).toBe(413)
})
