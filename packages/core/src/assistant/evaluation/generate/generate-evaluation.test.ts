import { type Script, scriptedProvider } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { answerScene, settings } from '../../../../test/answer-scene.ts'
import { threadId } from '../../../domain/ids.ts'
import type { SpendCaps } from '../../../limits/spend-caps.ts'
import { Models } from '../../../models/models.ts'
import type { QuestionOrigin } from '../evaluation-questions.ts'
import { GenerateEvaluation } from './generate-evaluation.ts'

const noCaps = { open: async () => undefined } as unknown as SpendCaps
const lines = (...questions: { question: string; quote: string }[]) =>
  questions.map((each) => JSON.stringify(each)).join('\n')

async function scene(script: Script = []) {
  const { threads, retriever, project, answers, question, model } = await answerScene(script)
  const models = new Models([scriptedProvider('scripted', { model })])
  const maker = new GenerateEvaluation(retriever, threads, models, noCaps, settings)
  const signal = new AbortController().signal
  const generate = (from: QuestionOrigin[], count = 10) => maker.generate(project, { from, count, signal })
  const ask = async (text: string) => {
    const answer = await answers.answer(question(text), signal)
    await answer.stream(() => undefined)
    return threadId(answer.threadId)
  }
  return { generate, ask, threads }
}

describe('GenerateEvaluation', () => {
  test('keeps questions of a model whose quote the page has, and no others', async () => {
    const { generate } = await scene((call) => {
      const isKeys = JSON.stringify(call).includes('docent keys revoke')
      const quote = isKeys ? 'Revoke a key with\n`docent keys revoke`.' : 'npm begin installs it'
      return {
        text: `Here they are:\n${lines({ question: 'How can access be withdrawn?', quote })}\n{"question": "cut`,
      }
    })
    const { questions, refused, found } = await generate(['model'])
    expect(questions).toEqual([
      {
        question: 'How can access be withdrawn?',
        quote: 'Revoke a key with\n`docent keys revoke`.',
        pages: ['/keys'],
        contains: [],
        origin: 'model',
      },
    ])
    expect(refused).toBe(5)
    expect(found).toEqual({ model: 1 })
  })

  test('refuses a question that repeats the words of its quote', async () => {
    const quote = 'Run npm start to install the server.'
    const { generate } = await scene(() => ({
      text: lines({ question: `Should I ${quote.toLowerCase()}`, quote }),
    }))
    expect((await generate(['model'])).questions).toEqual([])
  })

  test('takes questions whose answer a reader liked, with the pages that it cites', async () => {
    const { generate, ask, threads } = await scene(() => ({ text: 'Use `docent keys revoke` [1].' }))
    const up = { rating: 'up' as const, text: '', createdAt: 5 }
    await threads.rate(await ask('How do I revoke a key?'), undefined, up)
    await threads.rate(await ask('How do I revoke an api key?'), undefined, { ...up, rating: 'down' })
    const { questions } = await generate(['conversation'])
    expect(questions).toEqual([
      { question: 'How do I revoke a key?', pages: ['/keys'], contains: [], origin: 'conversation' },
    ])
  })

  test('says what to do where nothing is indexed', async () => {
    const { threads, project, model, retriever } = await answerScene([])
    await retriever.drop(project.id)
    const models = new Models([scriptedProvider('scripted', { model })])
    const maker = new GenerateEvaluation(retriever, threads, models, noCaps, settings)
    const made = maker.generate(project, { from: ['link'], count: 1, signal: new AbortController().signal })
    await expect(made).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('docent index'),
    })
  })
})
