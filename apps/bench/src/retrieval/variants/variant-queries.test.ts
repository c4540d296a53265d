import { parsePage } from '@docent/content'
import { expect, test } from 'vitest'
import { variantQueries } from './variant-queries.ts'

const words = Array.from({ length: 40 }, (_, at) => `rope${at}`).join(' ')
const page = (path: string, title: string, content = words) =>
  parsePage(`${path}.md`, `# ${title}\n\n${content}\n`)

const ask = (pages: ReturnType<typeof page>[]) => variantQueries({ name: 'harbour', pages })

test('asks for pages that differ in one folder, each by its variant, from another page of it', () => {
  const queries = ask([
    page('brig/lanterns', 'Lanterns'),
    page('brig/sails', 'Sails'),
    page('sloop/lanterns', 'Lanterns'),
    page('sloop/masts', 'Masts'),
  ])
  expect(queries.toSorted((one, other) => (one.variant < other.variant ? -1 : 1))).toEqual([
    {
      text: 'Lanterns',
      named: 'Lanterns brig',
      variant: 'brig',
      path: '/harbour/brig/lanterns',
      currentPath: '/harbour/brig/sails',
    },
    {
      text: 'Lanterns',
      named: 'Lanterns sloop',
      variant: 'sloop',
      path: '/harbour/sloop/lanterns',
      currentPath: '/harbour/sloop/masts',
    },
  ])
})

test('asks for none of another title or text', () => {
  expect(
    ask([page('brig/a', 'A'), page('brig/b', 'B'), page('sloop/a', 'Other'), page('sloop/b', 'B', 'Short')]),
  ).toEqual([])
})
