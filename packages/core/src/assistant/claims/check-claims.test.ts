import { claimCheckerContract, MemoryClaimChecker } from '@docent/testing'
import { describe, expect, test, vi } from 'vitest'
import { answerScene } from '../../../test/answer-scene.ts'
import type { ClaimSettings } from '../../domain/checked-claims.ts'
import { threadId } from '../../domain/ids.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { ModelMessage } from '../../ports/job-store.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'
import type { StepOutcome } from '../../turn/run-step.ts'
import { answerClaims } from './answer-claims.ts'
import { modelClaimChecker } from './model-claim-checker.ts'

const said = (text: string): StepOutcome => ({
  messages: [],
  text,
  calledTools: false,
  finishReason: 'stop',
  inputTokens: 1,
  outputTokens: 1,
})

/** What the prompt asks, read back. */
function claimsIn(prompt: readonly ModelMessage[]): { text: string; evidence: string }[] {
  const text = JSON.stringify(prompt.at(-1)?.content)
  const whole = (JSON.parse(text) as { text: string }[])[0]?.text ?? ''
  const evidences = [...whole.matchAll(/<evidence number="\d+">\n([\s\S]*?)\n<\/evidence>/g)].map(
    ([, evidence = '']) => evidence,
  )
  const lines = /<claims>\n([\s\S]*)\n<\/claims>/.exec(whole)?.[1]?.split('\n') ?? []
  return lines.map((line) => {
    const { text, evidence } = JSON.parse(line) as { text: string; evidence: number }
    return { text, evidence: evidences[evidence - 1] ?? '' }
  })
}

claimCheckerContract('a model as the judge', () => {
  const words = new MemoryClaimChecker()
  let isAway = false
  return {
    checker: modelClaimChecker('test:judge', async (prompt, _claims, signal) => {
      if (isAway) throw new DocentError('model_failed', 'The model is away.')
      const verdicts = await words.check(claimsIn(prompt), { signal })
      const list = verdicts.map(({ supported }, at) => ({ claim: at + 1, supported }))
      return said(`Here you are:\n\`\`\`json\n${JSON.stringify(list)}\n\`\`\``)
    }),
    fail: () => {
      isAway = true
    },
  }
})

const CLAIMS = [
  { text: 'The door is green.', evidence: 'A green door.' },
  { text: 'The door is blue.', evidence: 'A green door.' },
]

test.each([
  ['nothing', ''],
  ['prose', 'Both are fine.'],
  ['too few verdicts', '[{"claim":1,"supported":1}]'],
  ['a claim twice', '[{"claim":1,"supported":1},{"claim":1,"supported":1}]'],
  ['a claim that nobody asked about', '[{"claim":1,"supported":1},{"claim":3,"supported":1}]'],
  ['a verdict out of range', '[{"claim":1,"supported":1},{"claim":2,"supported":7}]'],
])('a judge that replies %s judges nothing', async (_what, reply) => {
  const checker = modelClaimChecker('test:judge', async () => said(reply))
  await expect(checker.check(CLAIMS)).rejects.toMatchObject({ code: 'model_failed' })
})

test('a judge whose reply was cut off judges nothing', async () => {
  const limit = { name: 'maxOutputTokens', max: 1, message: 'the limit was reached.' } as const
  const list = JSON.stringify(CLAIMS.map((_, at) => ({ claim: at + 1, supported: 1 })))
  const checker = modelClaimChecker('test:judge', async () => ({ ...said(list), limit }))
  await expect(checker.check(CLAIMS)).rejects.toMatchObject({ code: 'model_failed' })
})

describe('answerClaims', () => {
  test('finds sentences of prose in their places, without code, headings and what is too short', () => {
    const answer =
      '## How it works\n\nYes. The server closes **all** streams [1](https://x.example/a). It then ends at once.\n\n- Set `http.drainMs` to wait for longer.\n\n```sh\necho "This is no sentence. Nor is this one."\n```\nAfter that nothing is left to do.'
    const claims = answerClaims(answer)
    expect(claims.map(({ text }) => text)).toEqual([
      'The server closes all streams.',
      'It then ends at once.',
      'Set http.drainMs to wait for longer.',
      'After that nothing is left to do.',
    ])
    expect(claims.map(({ start, end }) => answer.slice(start, end))).toEqual([
      'The server closes **all** streams [1](https://x.example/a).',
      'It then ends at once.',
      'Set `http.drainMs` to wait for longer.',
      'After that nothing is left to do.',
    ])
  })

  test('takes no more than 40', () => {
    expect(answerClaims('This is one more sentence of many. '.repeat(100))).toHaveLength(40)
  })
})

describe('the claims of an answer', () => {
  const ANSWER = 'Revoke a key with `docent keys revoke` [1]. Penguins adore loud brass music.'

  async function answered(claims: ClaimSettings | undefined, checker?: MemoryClaimChecker, judge = '[]') {
    let calls = 0
    const scene = await answerScene(
      () => ({ text: calls++ === 0 ? ANSWER : judge }),
      {
        assistant: {
          finishThreadId: 'auto',
          threadKeys: 'optional',
          ...(claims === undefined ? {} : { claims }),
        },
      },
      checker,
    )
    const parts: AnswerPart[] = []
    const answer = await scene.answers.answer(
      scene.question('How do I revoke a key?'),
      new AbortController().signal,
    )
    await answer.stream((part) => void parts.push(part))
    const turn = async () => (await scene.threads.turns(threadId(answer.threadId), 1))[0]
    return { parts, turn, calls: () => calls, claims: () => answer.claims() }
  }

  test('are checked by a plugin after the answer and kept with its turn', async () => {
    const checker = new MemoryClaimChecker()
    const { parts, turn } = await answered({ by: 'checker', threshold: 0.6 }, checker)
    expect(parts.at(-1)?.type).toBe('finish')
    await vi.waitFor(async () => expect((await turn())?.claims).toBeDefined(), { timeout: 60_000 })
    const { answer = '', claims } = (await turn()) ?? {}
    expect(claims).toMatchObject({ checker: 'memory', threshold: 0.6 })
    const verdicts = claims?.claims.map(({ start, end, supported }) => [
      answer.slice(start, end).split(' ')[0],
      supported >= 0.6,
    ])
    expect(verdicts).toEqual([
      ['Revoke', true],
      ['Penguins', false],
    ])
    expect(checker.calls[0]?.[0]?.evidence).toContain('docent keys revoke')
    expect(claims?.passages?.[claims.claims[0]?.passage ?? -1]).toEqual({
      url: 'https://docs.example.com/keys',
      title: 'API keys',
    })
  })

  test('are judged by the model of the assistant', async () => {
    const judge = '[{"claim":1,"supported":0.9},{"claim":2,"supported":0}]'
    const { turn, calls } = await answered({ by: 'model', threshold: 0.5 }, undefined, judge)
    await vi.waitFor(async () => expect((await turn())?.claims).toBeDefined(), { timeout: 60_000 })
    expect((await turn())?.claims).toMatchObject({
      checker: 'scripted:model',
      claims: [{ supported: 0.9 }, { supported: 0 }],
    })
    expect(calls()).toBe(2)
    const { inputTokens = 0, outputTokens = 0, claims } = (await turn()) ?? {}
    expect(claims?.inputTokens).toBeGreaterThan(0)
    expect(inputTokens).toBeGreaterThan(claims?.inputTokens ?? Number.NaN)
    expect(outputTokens).toBeGreaterThan(claims?.outputTokens ?? Number.NaN)
  })

  test('are there for the caller who waits for them', async () => {
    const checker = new MemoryClaimChecker()
    const { claims, turn } = await answered({ by: 'checker', threshold: 0.6 }, checker)
    expect((await claims())?.claims).toHaveLength(2)
    expect((await turn())?.claims).toEqual(await claims())
    expect(await (await answered(undefined, checker)).claims()).toBeUndefined()
  })

  test('are checked by nobody unless the project asks for it', async () => {
    const checker = new MemoryClaimChecker()
    const { turn, calls } = await answered(undefined, checker)
    expect(checker.calls).toEqual([])
    expect(calls()).toBe(1)
    expect((await turn())?.claims).toBeUndefined()
  })
})
