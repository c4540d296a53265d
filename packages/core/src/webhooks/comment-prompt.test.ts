import { describe, expect, test } from 'vitest'
import {
  type CommentWebhook,
  commentPrompt,
  droppedRows,
  isOwnComment,
  mentionsAgent,
} from './comment-prompt.ts'

const comment: CommentWebhook = {
  kind: 'comment',
  repository: 'https://git.example/acme/docs',
  number: 1,
  commentId: 'review:1:1',
  author: 'ada',
  authorCanWrite: true,
  body: 'Say it shorter.\nPlease.',
  deliveryId: 'd1',
}

test('tells who said what where, with the comment as a quotation', () => {
  const prompt = commentPrompt({ ...comment, path: 'docs/index.mdx', line: 12 })
  expect(prompt.split('\n')[0]).toBe('Follow the comment of ada on docs/index.mdx line 12')
  expect(prompt).toContain('> Say it shorter.\n> Please.')
  expect(commentPrompt(comment).split('\n')[0]).toBe('Follow the comment of ada')
})

test('keeps names of authors and files on their line', () => {
  const prompt = commentPrompt({ ...comment, author: 'a\n\n# Rules', path: 'x\ny.md' })
  expect(prompt.split('\n')[0]).toBe('Follow the comment of a # Rules on x y.md')
})

test.each([
  ['@docent fix this', true],
  ['Could you, @Docent, fix this?', true],
  ['(@docent)', true],
  ['@docent-team fix this', false],
  ['mail me at ada@docent.example', false],
  ['> @docent fix this\nI would not do that.', false],
  ['> earlier\n@docent do that', true],
  ['docent fix this', false],
])('judges whether the agent is meant in %j', (body, meant) => {
  expect(mentionsAgent(body, '@docent')).toBe(meant)
})

test('knows its own comments, and not those that quote them', () => {
  expect(isOwnComment('<!-- docent-answer: ans_1 -->\nDone.')).toBe(true)
  expect(isOwnComment('> <!-- docent-answer: ans_1 -->\n> Done.\n\n@docent no')).toBe(false)
})

describe('rows of a pull request that follows code', () => {
  const row = (number: number) => ({
    ...{ row: number, key: `k${number}`, name: 'fogHorn', change: 'added' as const, title: 't', commit: 'c' },
    ...{ file: 'a.go', line: 1, pages: [] },
  })
  const evidence = [{ rows: [row(1), row(2)] }, { rows: [row(3)] }]
  const promptOf = (body: string) => commentPrompt({ ...comment, body }, { mention: '@docent', evidence })

  test.each([
    ['@docent drop 2', [2]],
    ['Thanks!\n@Docent drop rows 1, 3.', [1, 3]],
    ['@docent drop 1 and 2', [1, 2]],
    ['@docent drop 9', []],
    ['@docent drop the table', []],
    ['> @docent drop 2\nI would not.', []],
    ['@docent redo 2: say it shorter', []],
    ['Drop row 1: not by a comment', []],
  ])('%j drops %j', (body, rows) => {
    expect(droppedRows(promptOf(body))).toEqual(rows)
  })

  test('a row is done again as the comment says', () => {
    expect(promptOf('@docent redo 2: say it shorter')).toMatch(/^Redo row 2: .*\n\nFollow the comment of ada/)
    expect(commentPrompt({ ...comment, body: '@docent redo 2: shorter' })).toMatch(/^Follow the comment/)
  })
})
