import { expect, test } from 'vitest'
import { excerptAt, previewsOf } from './passage-previews.ts'

const content = 'What keys are.\n\n## Revoke a key?\n\nRun it.\n\n### Über `sich` {#self}\n\nLast.'
const metadata = { title: 'Keys', headings: ['Keys'], number: 3, score: 1, href: '/keys' }

test('keeps the beginning of each section, for the citation that leads there', () => {
  const previews = previewsOf({
    type: 'search',
    results: [{ path: '/keys', url: 'https://docs.acme.com/keys#what', content, metadata }],
  })
  const preview = previews['3']
  if (!preview) throw new Error('found by its number')
  expect(preview).toMatchObject({ title: 'Keys', path: '/keys' })
  const at = (anchor: string) => excerptAt(preview, `https://docs.acme.com/keys${anchor}`)
  expect([at('#what'), at('#revoke-a-key'), at('#self'), at('#elsewhere'), at('')]).toEqual([
    'What keys are.',
    'Run it.',
    'Last.',
    'What keys are.',
    'What keys are.',
  ])
})

test('reads a page that was read as a whole, and nothing else', () => {
  const page = { type: 'page', number: 2, path: '/keys', url: '/keys', title: 'Keys', content }
  expect(previewsOf(page)['2']).toMatchObject({ title: 'Keys', path: '/keys' })
  expect(previewsOf(undefined)).toEqual({})
  expect(previewsOf({ type: 'search' })).toEqual({})
})

test.each(['{/*self*/}', '{/* #self */}', '{/* #self as it was */}'])(
  'finds the section whose id is in a comment: %s',
  (id) => {
    const page = {
      type: 'page',
      number: 1,
      path: '/a',
      url: '/a',
      title: 'A',
      content: `text\n\n## B ${id}\n\nLast.`,
    }
    const preview = previewsOf(page)['1']
    expect(preview && excerptAt(preview, '/a#self')).toBe('Last.')
  },
)

test('an address with a broken percent sign is no failure', () => {
  const page = { type: 'page', number: 1, path: '/a', url: '/a#50%', title: 'A', content: 'text' }
  const preview = previewsOf(page)['1']
  expect(preview && excerptAt(preview, '/a#50%')).toBe('text')
})
