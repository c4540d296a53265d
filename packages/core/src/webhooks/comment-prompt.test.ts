import { expect, test } from 'vitest'
import { type CommentWebhook, commentPrompt, isOwnComment, mentionsAgent } from './comment-prompt.ts'

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
