import { describe, expect, test } from 'vitest'
import { isDoubtful, readPost } from './reading-posts.ts'

describe('what a post asks', () => {
  test.each([
    [
      'Hi all,\n\nI am new to this. How do I revoke a key?\n\nThanks in advance!',
      'How do I revoke a key?',
      '',
    ],
    ['how do i revoke a key? pls help', 'how do i revoke a key?', ''],
    ['We moved to 2.0. How do I revoke a key?', 'How do I revoke a key?', 'We moved to 2.0.'],
    ['revoke a key of the admin', 'revoke a key of the admin', ''],
    ['FST_ERR_X on boot, thanks in advance', 'FST_ERR_X on boot, thanks in advance', ''],
    ['キーを取り消すには？ よろしく', 'キーを取り消すには？', 'よろしく'],
  ])('%j', (post, question, around) => {
    expect(readPost(post)).toEqual({ question, around })
  })

  test('of a long log, the failures are kept as background', () => {
    const log = Array.from({ length: 200 }, (_, line) => `step ${line} done`).join('\n')
    const { question, around } = readPost(
      `Why?\n\`\`\`\n${log}\nError: no key\n\`\`\`\nIt runs in a container.`,
    )
    expect(question).toBe('Why?')
    expect(around).toBe('```\nError: no key\n```\nIt runs in a container.')
  })

  test.each([
    'Thank you so much, that fixed it!',
    'Perfect, exactly what I needed. Closing this.',
    'Solved by deleting the folder. Thank you @mia',
    'Vielen Dank, läuft jetzt!',
    '+1',
    'hello everyone',
  ])('nothing: %s', (post) => {
    expect(readPost(post).question).toBe('')
  })

  test('is read in linear time', () => {
    const start = performance.now()
    for (const piece of ['hi ', '? ', '```\n', 'thanks ', '. ', '\n\n', 'I searched '])
      readPost(piece.repeat(20_000))
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

test.each([
  ['The documentation may not answer this. Nearest to it is:\n\n**Keys**', true],
  ["The docs don't mention keys, but you could try this [1].", true],
  ['Vielleicht beantwortet die Dokumentation das nicht. Am nächsten kommt:', true],
  ['La documentation n’y répond peut-être pas. Le plus proche est :', true],
  ['Quizás la documentación no lo responda. Lo más cercano es:', true],
  ['文档可能没有回答这个问题。最接近的是：', true],
  ['ドキュメントに答えがないかもしれません。最も近いのは次の内容です。', true],
  ['Here is what the documentation says:\n\nThe documentation may not answer this.', false],
  ['Run `docent keys revoke` [1]. It does not delete the key.', false],
  ['Do not document keys in the repository [1].', false],
])('an answer that doubts itself: %j', (answer, expected) => {
  expect(isDoubtful(answer)).toBe(expected)
})
