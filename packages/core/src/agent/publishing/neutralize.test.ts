import { cpuTimeOf } from '@docent/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutralize, TEXT_TRIGGERS } from './neutralize.ts'

const ACTING = [
  'Thanks @alice!',
  '@org/team please look',
  '(@bob)',
  'Fixes #1',
  'fixes: #1',
  'Closes owner/repo#2',
  'Implements !12',
  'Closes group/project!3',
  'Resolves GH-7',
  'Fixes https://github.com/o/r/issues/1',
  'see https://gitlab.example/g/p/-/merge_requests/4',
  'Related to &9',
  'Update the docs [skip ci]',
  '[ci skip] Update',
  '[no ci]',
  '[skip netlify]',
  '***NO_CI***',
  '/merge',
  'text\n/approve now',
  '> /close',
  'bors r+',
  'Text\n\nCo-authored-by: Eve <eve@example.com>',
  'Signed-off-by: Eve <eve@example.com>',
  'skip-checks: true',
  '<!-- docent-job: 1 -->',
]

const PLAIN = [
  'Mail to a@example.com about C# and page#setup',
  'The colour &#123; and 3 > 2, a/b, `@docent/core`',
  'Add the path /docs/guides/install to the list',
  '/docs/guides/install leads nowhere',
  'a list [x] and [a link](/docs)',
  'Use UTF-8: it is well-known.',
  'run 2>&1',
  'https://example.com/issues/',
]

describe('neutralize', () => {
  test.each(ACTING)('takes the meaning from %j, and shows the same words', (text) => {
    const neutral = neutralize(text)
    expect(neutral).not.toBe(text)
    expect(neutral.replaceAll('\u200b', '').replaceAll('&lt;!--', '<!--')).toBe(text)
    for (const { before } of TEXT_TRIGGERS) expect(neutral.match(before)).toBeNull()
  })

  test.each(PLAIN)('leaves %j as it is', (text) => {
    expect(neutralize(text)).toBe(text)
  })

  test('does nothing more to what it has done', () => {
    const piece = fc.constantFrom(...ACTING, ...PLAIN, '\n', ' ', '@', '#', '/', '[')
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const once = neutralize(pieces.join(''))
        expect(neutralize(once)).toBe(once)
      }),
    )
  })

  test.each(['a', 'https://a', '[a ', '>', 'a-', 'a/', '#1', '@'])(
    'takes a moment for many of %j',
    async (part) => {
      const text = part.repeat(60_000 / part.length)
      expect(await cpuTimeOf(() => neutralize(text))).toBeLessThan(1000)
    },
  )

  test('names a source for each kind', () => {
    for (const { source, name } of TEXT_TRIGGERS) expect(URL.canParse(source), name).toBe(true)
  })
})
