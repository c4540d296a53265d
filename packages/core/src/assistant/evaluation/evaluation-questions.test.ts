import { expect, test } from 'vitest'
import { parseEvaluation } from './evaluation-questions.ts'

test('reads questions with one page or several, and skips comments and empty lines', () => {
  const text = `# keys
{"question":"How?","page":"/keys","contains":"docent"}\r

{"question":"Why?","pages":["/a","/b"],"contains":["x","y"],"filter":{"version":"2"}}
{"question":"Weather?","refuses":true}`
  expect(parseEvaluation(text)).toEqual([
    { question: 'How?', pages: ['/keys'], contains: ['docent'] },
    { question: 'Why?', pages: ['/a', '/b'], contains: ['x', 'y'], filter: { version: '2' } },
    { question: 'Weather?', pages: [], contains: [], refuses: true },
  ])
})

test.each([
  ['{"question":"How?"}', /line 1: must have page, pages, contains or refuses/],
  ['\n{"question":', /line 2: /],
  ['{"question":"How?","page":"/a","pgae":"/b"}', /line 1: .*pgae/],
  ['{"question":" ","page":"/a"}', /line 1: question/],
  ['# nothing', /there is no question/],
])('says which line of %j is wrong', (text, message) => {
  expect(() => parseEvaluation(text)).toThrow(message)
})
