import { MemoryClaimChecker } from '@docent/testing'
import { describe, expect, test, vi } from 'vitest'
import { answerScene } from '../../../test/answer-scene.ts'
import type { ClaimSettings } from '../../domain/checked-claims.ts'
import { threadId } from '../../domain/ids.ts'
import type { ClaimChecker, ClaimVerdict } from '../../ports/claim-checker.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Settings } from '../../ports/settings.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'
import { OpenThread } from './open-thread.ts'
import { ReadClaims, type ReadClaimsRequest } from './read-claims.ts'

const ANSWER = 'Revoke a key with `docent keys revoke` [1]. Penguins adore loud brass music.'
const { signal } = new AbortController()
const CLAIMS_PART = { type: 'data', name: 'claims', data: { status: 'checking' } }

/** Judges when it is told to. */
class SlowChecker implements ClaimChecker {
  readonly name = 'slow'
  readonly #inner = new MemoryClaimChecker()
  readonly go = Promise.withResolvers<void>()

  async check(...[claims]: Parameters<ClaimChecker['check']>): Promise<ClaimVerdict[]> {
    await this.go.promise
    return this.#inner.check(claims)
  }
}

async function answered(claims: ClaimSettings | undefined, checker?: ClaimChecker, text = ANSWER) {
  const assistant = { finishThreadId: 'auto', threadKeys: 'optional', ...(claims && { claims }) } as const
  const scene = await answerScene(() => ({ text }), { assistant }, checker)
  const parts: AnswerPart[] = []
  const question = scene.question('How do I revoke a key?', { fp: 'ann' })
  const answer = await scene.answers.answer(question, signal)
  await answer.stream((part) => void parts.push(part))
  const { threads, clock, project } = scene
  const reads = new ReadClaims(new OpenThread(threads, {} as Settings, clock, {} as Ids), threads, clock)
  const read = (more: Partial<ReadClaimsRequest> = {}, used = signal) =>
    reads.read({ project, fp: 'ann', threadId: answer.threadId, waitMs: 0, ...more }, { signal: used })
  const start = parts.find((part) => part.type === 'start')
  return { ...scene, answer, parts, read, messageId: start?.messageId ?? '' }
}

describe('the stream of an answer', () => {
  const by = { by: 'checker', threshold: 0.6 } as const

  test('says before its end that its claims will be checked', async () => {
    const { parts } = await answered(by, new MemoryClaimChecker())
    expect(parts).toContainEqual(CLAIMS_PART)
    expect(parts.slice(-2).map(({ type }) => type)).toEqual(['step-finish', 'finish'])
  })

  test.each([
    ['nobody checks them', undefined, ANSWER],
    ['nothing is claimed', by, 'Yes [1].'],
    ['the documentation has no answer', by, '[[unanswered]] The documentation says nothing about that.'],
  ])('says nothing of it where %s', async (_why, claims, text) => {
    const { parts } = await answered(claims, new MemoryClaimChecker(), text)
    expect(parts.at(-1)?.type).toBe('finish')
    expect(parts).not.toContainEqual(CLAIMS_PART)
  })
})

describe('ReadClaims', () => {
  const by = { by: 'checker', threshold: 0.6 } as const

  test('waits for a check that runs, and says where each sentence stands', async () => {
    const checker = new SlowChecker()
    const { read, messageId } = await answered(by, checker)
    expect(await read()).toEqual({ status: 'checking' })
    const waiting = read({ waitMs: 60_000, messageId })
    checker.go.resolve()
    const found = await waiting
    expect(found).toMatchObject({ status: 'checked', threshold: 0.6 })
    if (found.status !== 'checked') return
    expect(found.claims.map(({ start, supported }) => [start, supported >= 0.6])).toEqual([
      [0, true],
      [found.claims[1]?.start, false],
    ])
  })

  test('ends its wait with the time that it has, and with its caller', async () => {
    const { read } = await answered(by, new SlowChecker())
    expect(await read({ waitMs: 20 })).toEqual({ status: 'checking' })
    const leaving = new AbortController()
    const waiting = read({ waitMs: 60_000 }, leaving.signal)
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
  })

  test('does not wait for a check that can have no end any more', async () => {
    const { read, clock } = await answered(by, new SlowChecker())
    clock.advance(70_000)
    expect(await read({ waitMs: 60_000 })).toEqual({ status: 'unchecked' })
  })

  test('does not wait where nobody checks', async () => {
    const { read } = await answered(undefined)
    expect(await read({ waitMs: 60_000 })).toEqual({ status: 'unchecked' })
  })

  test('finds an earlier answer of the thread by its id', async () => {
    const { read, messageId, answers, question, answer, threads } = await answered(
      by,
      new MemoryClaimChecker(),
    )
    const again = await answers.answer(
      question('And then?', { fp: 'ann', threadId: answer.threadId }),
      signal,
    )
    await again.stream(() => undefined)
    const turns = () => threads.turns(threadId(answer.threadId), 5)
    await vi.waitFor(async () => expect((await turns()).every(({ claims }) => claims)).toBe(true), {
      timeout: 60_000,
    })
    expect((await turns()).map(({ id }) => id)[0]).toBe(messageId)
    expect(await read({ messageId })).toMatchObject({ status: 'checked' })
  })

  test('tells nobody who could not continue the thread, in one wording', async () => {
    const { read, answer, project } = await answered(by, new MemoryClaimChecker())
    const required = { ...project, assistant: { ...project.assistant, threadKeys: 'required' } } as const
    const refused = { code: 'not_found', message: 'None of your threads has this answer.' }
    for (const more of [
      { fp: 'bob' },
      { threadId: '0'.repeat(32) },
      { messageId: 'another' },
      { threadKey: 'wrong' },
      { project: required },
    ])
      await expect(read(more)).rejects.toMatchObject(refused)
    const threadKey = answer.threadKey ?? ''
    expect(await read({ project: required, threadKey, waitMs: 60_000 })).toMatchObject({ status: 'checked' })
  })
})
