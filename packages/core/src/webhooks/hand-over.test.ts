import { MemoryWebhookStore } from '@docent/testing'
import { expect, test } from 'vitest'
import { answerScene, settings } from '../../test/answer-scene.ts'
import { OpenThread } from '../assistant/threads/open-thread.ts'
import { DocentError } from '../errors/docent-error.ts'
import { EscalateConversation } from './escalate-conversation.ts'
import { HandOver } from './hand-over.ts'

const support = {
  url: 'https://desk.example/new?q={question}&text={transcript}',
  email: 'help@example.com',
  webhook: true,
}

test('leads the reader of a thread, and nobody else, to a person with what was said', async () => {
  const scene = await answerScene([{ text: `Use docent keys revoke [1]. ${'&=#é '.repeat(3_000)}` }], {
    support,
  })
  const answer = await scene.answers.answer(
    scene.question('How do I revoke & rotate?', { fp: 'reader' }),
    new AbortController().signal,
  )
  await answer.stream(() => undefined)
  const ids = { sortable: () => 'x', secret: () => '0'.repeat(32) }
  const open = new OpenThread(scene.threads, settings, scene.clock, ids)
  const webhooks = new MemoryWebhookStore()
  const { organizationId } = scene.project
  const endpoint = {
    id: 'desk',
    url: 'https://desk.example/hook',
    secrets: [Buffer.alloc(32)],
    allowPrivate: false,
  }
  const wants = { ...endpoint, organizationId, events: ['conversation.escalated' as const] }
  let wakes = 0
  const escalation = new EscalateConversation(
    scene.threads,
    webhooks,
    { of: async () => [wants] },
    scene.clock,
    { wake: () => wakes++ },
  )
  const handOver = new HandOver(open, scene.threads, escalation)
  const request = { project: scene.project, fp: 'reader', threadId: answer.threadId, send: true }
  const deliveries = async () =>
    (await webhooks.list({ kind: 'delivery', organizationId, limit: 9 })).tasks.map((task) =>
      JSON.stringify(task),
    )
  // Nothing is sent before the reader says so.
  expect(await handOver.handOver({ ...request, send: false })).toMatchObject({ canSend: true, sent: false })
  expect(wakes).toBe(0)
  expect(await deliveries()).toEqual([])
  const agreed = { ...request, contact: 'reader@example.com' }
  const { url = '', email = '', sent, transcript } = await handOver.handOver(agreed)
  expect(sent).toBe(true)
  expect(wakes).toBe(1)
  await handOver.handOver(agreed)
  const [delivery, ...more] = await deliveries()
  expect(delivery).toContain('reader@example.com')
  expect(more).toEqual([])
  expect(transcript).toMatch(/^> How do I revoke & rotate\?\n\nUse docent/)
  expect(new URL(url).searchParams.get('q')).toBe('How do I revoke & rotate?')
  expect(new URL(url).searchParams.get('text')).toMatch(/&=#é\s*$/)
  for (const link of [url, email]) expect(link.length).toBeLessThan(6_200)
  expect(email).toMatch(/^mailto:help@example\.com\?subject=How%20do/)
  const refused = (error: unknown) => DocentError.is(error, 'not_found')
  await expect(handOver.handOver({ ...request, fp: 'another' })).rejects.toSatisfy(refused)
  const { support: _, ...without } = scene.project
  await expect(handOver.handOver({ ...request, project: without })).rejects.toSatisfy(refused)
})
