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
  const escalation = new EscalateConversation(scene.threads, new MemoryWebhookStore(), settings, scene.clock)
  const handOver = new HandOver(open, scene.threads, escalation)
  const request = { project: scene.project, fp: 'reader', threadId: answer.threadId }
  const { url = '', email = '', sent, transcript } = await handOver.handOver(request)
  expect(sent).toBe(true)
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
