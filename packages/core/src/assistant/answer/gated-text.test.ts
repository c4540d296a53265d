import type { Script } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { answerScene, project } from '../../../test/answer-scene.ts'
import type { GroundingMode } from '../../domain/grounding.ts'
import { threadId } from '../../domain/ids.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'

const textOf = (parts: readonly AnswerPart[]) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')

async function asked(grounding: GroundingMode, script: Script, question = 'How do I revoke a key?') {
  const scene = await answerScene(script, { assistant: { ...project.assistant, grounding } })
  const answer = await scene.answers.answer(scene.question(question), new AbortController().signal)
  const parts: AnswerPart[] = []
  await answer.stream((part) => void parts.push(part))
  const [turn] = await scene.threads.turns(threadId(answer.threadId), 1)
  return { ...scene, parts, text: textOf(parts), turn }
}

const BAD = 'First.\n\nRun `docent keys revoke --for-ever` [1]. Then run `npm start`.'

describe('a strict answer', () => {
  test('leaves out sentences with invented names, says so in its language, and stores what the reader saw', async () => {
    const { text, turn, model } = await asked('strict', [{ text: BAD }])
    expect(text).toBe(
      'First.\n\nRun (…) Then run `npm start`.\n\nDocent removed the text at (…), because it named something that the documentation does not contain.',
    )
    expect(turn?.answer).toBe(text)
    expect(turn?.grounding).toMatchObject({
      counts: { invented: 0 },
      removed: [{ text: '--for-ever', kind: 'flag', by: 'strict' }],
    })
    expect(model.calls).toHaveLength(1)
    const german = await asked(
      'strict',
      [{ text: 'Sie widerrufen ihn mit `--nie`. Das ist alles.' }],
      'Wie widerrufe ich einen Schlüssel?',
    )
    expect(german.text).toContain('Sie widerrufen ihn mit (…) Das ist alles.\n\nDocent hat weggelassen')
  })

  test('shows text and tools in their order, over several steps', async () => {
    const search = { toolCalls: [{ toolName: 'search', input: { query: 'install' } }] }
    const { parts, text } = await asked('strict', [
      { ...search, text: 'I look with `--nothing` first. Wait.' },
      { text: 'Run `npm start` [2]. Never `--nope`.' },
    ])
    const kinds = parts.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1])
    expect(kinds).toEqual([
      'start',
      'step-start',
      'tool-call',
      'tool-result',
      'text',
      'tool-call',
      'tool-result',
      'text',
      'step-finish',
      'step-start',
      'text',
      'source',
      'data',
      'step-finish',
      'finish',
    ])
    expect(text).toMatch(
      /^I look with \(…\) Wait\.\n\nRun `npm start` \[2\]\(\S+\)\. Never \(…\)\n\nDocent removed/,
    )
  })

  test('ends with what was shown when its reader leaves', async () => {
    const scene = await answerScene([{ text: 'One two `--nope` three. Four `npm start`.' }], {
      assistant: { ...project.assistant, grounding: 'strict' },
    })
    const leaving = new AbortController()
    const answer = await scene.answers.answer(scene.question('How?'), leaving.signal)
    await answer.stream((part) => {
      if (part.type === 'text' && part.text.includes('(…)')) leaving.abort()
      return undefined
    })
    const [turn] = await scene.threads.turns(threadId(answer.threadId), 1)
    expect(turn).toMatchObject({ outcome: 'aborted' })
    expect(turn?.answer).not.toContain('--nope')
  })
})

describe('a repaired answer', () => {
  test('lets the model write the block again, once, and counts its tokens', async () => {
    const usage = { inputTokens: 1_000, outputTokens: 50 }
    const { text, turn, model, parts } = await asked('repair', [
      { text: BAD, usage },
      { text: '`docent keys revoke` [1]. Then run `npm start`.', usage },
    ])
    expect(text).toMatch(/^First\.\n\nRun `docent keys revoke` \[1\]\(\S+\)\. Then run `npm start`\.$/)
    expect(turn).toMatchObject({
      answer: text,
      inputTokens: 2_000,
      outputTokens: 100,
      sources: [{ path: '/keys' }],
      grounding: { counts: { invented: 0 }, removed: [{ text: '--for-ever', by: 'repair' }] },
    })
    expect(parts.at(-1)).toMatchObject({ type: 'finish', usage: { inputTokens: 2_000, outputTokens: 100 } })
    expect(model.calls[1]?.tools).toBeUndefined()
    const words = JSON.stringify(model.calls[1]?.prompt.at(-1))
    expect(words).toContain('--for-ever')
    expect(words).toContain('Run ')
  })

  const withoutRepair: [string, Script][] = [
    ['invents again', [{ text: BAD }, { text: '`docent keys revoke --again`.' }]],
    ['fails', [{ text: BAD }, { error: new Error('no') }]],
    ['says nothing', [{ text: BAD }, { text: ' ' }]],
    ['is cut off', [{ text: BAD }, { text: 'word '.repeat(3_000) }]],
    ['would open a code block in a paragraph', [{ text: BAD }, { text: '```sh\nnpm start\n```' }]],
  ]
  test.each(withoutRepair)('keeps its text, with the mark, when the model %s', async (_, script) => {
    const { text, turn, model } = await asked('repair', script)
    expect(text).toMatch(
      /^First\.\n\nRun `docent keys revoke --for-ever` \[1\]\(\S+\)\. Then run `npm start`\.$/,
    )
    expect(turn?.outcome).toBe('answered')
    expect(turn?.grounding).toMatchObject({ counts: { invented: 1 } })
    expect(turn?.grounding?.removed).toBeUndefined()
    expect(model.calls).toHaveLength(2)
  })

  test('asks at most five times', async () => {
    const block = 'Run `docent --nope`.\n\n'
    const { text, model } = await asked('repair', (_, call) => ({
      text: call === 0 ? block.repeat(9) : '`npm start`.',
    }))
    expect(model.calls).toHaveLength(6)
    expect(text.match(/npm start/g)).toHaveLength(5)
    expect(text.match(/--nope/g)).toHaveLength(4)
  })

  test('stops with its reader while the model writes a block again', async () => {
    const scene = await answerScene([{ text: BAD }, { text: '`npm start`.', hang: true }], {
      assistant: { ...project.assistant, grounding: 'repair' },
    })
    const leaving = new AbortController()
    const answer = await scene.answers.answer(scene.question('How?'), leaving.signal)
    const parts: AnswerPart[] = []
    await answer.stream((part) => {
      parts.push(part)
      if (part.type === 'text' && textOf(parts).endsWith('Run ')) setTimeout(() => leaving.abort(), 0)
      return undefined
    })
    const [turn] = await scene.threads.turns(threadId(answer.threadId), 1)
    expect(turn).toMatchObject({ outcome: 'aborted', answer: 'First.\n\nRun ' })
  })
})

test('an answer that is not checked has no grounding', async () => {
  const { parts, turn, text } = await asked('off', [{ text: BAD }])
  expect(text).toContain('--for-ever')
  expect(parts.some(({ type }) => type === 'data')).toBe(false)
  expect(turn?.grounding).toBeUndefined()
})
