import { expect, test } from 'vitest'
import { readWebhookSecret, webhookHeaders } from './sign-webhook.ts'

/** The example of https://github.com/standard-webhooks/standard-webhooks. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const MESSAGE = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }

function key(secret: string): Uint8Array {
  const read = readWebhookSecret(secret)
  if (!read) throw new Error('no secret')
  return read
}

test('signs id, time and body as the published example does', () => {
  expect(webhookHeaders(MESSAGE, [key(SECRET)])).toMatchObject({
    'webhook-id': MESSAGE.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('signs with every secret while one is being replaced', () => {
  const newer = key(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)
  const both = webhookHeaders(MESSAGE, [newer, key(SECRET)])['webhook-signature']?.split(' ')
  expect(both).toHaveLength(2)
  expect(both?.[1]).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test.each([
  ['no prefix', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['no base64', 'whsec_not base64 at all!!'],
  ['too short a key', `whsec_${Buffer.alloc(23).toString('base64')}`],
  ['too long a key', `whsec_${Buffer.alloc(65).toString('base64')}`],
  ['nothing', ''],
])('reads no secret out of %s', (_what, text) => {
  expect(readWebhookSecret(text)).toBeUndefined()
})
