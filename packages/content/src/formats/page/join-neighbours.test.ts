import { expect, test } from 'vitest'
import { joinNeighbours } from './join-neighbours.ts'
import type { Passage } from './passage.ts'

function found(pagePath: string, ordinal: number, score: number, heading = `H${ordinal}`) {
  const passage: Passage = {
    id: `${pagePath}#${heading}~0`,
    pagePath,
    anchor: heading,
    title: 'Page',
    headings: ['Page', heading],
    content: `text ${ordinal}`,
    ordinal,
    tags: [],
    groups: [],
  }
  return { passage, score }
}

test('joins passages that follow each other, at the place of the better one', () => {
  const joined = joinNeighbours([found('/a', 3, 0.9), found('/b', 0, 0.8), found('/a', 2, 0.7)])
  expect(joined.map(({ passage, score }) => [passage.id, score])).toEqual([
    ['/a#H2~0', 0.9],
    ['/b#H0~0', 0.8],
  ])
  expect(joined[0]?.passage.content).toBe('text 2\n\n## H3\n\ntext 3')
  expect(joined[0]?.passage.sections).toEqual([{ anchor: 'H3', start: 'text 2\n\n'.length }])
})

test('makes one of three when the middle one comes last', () => {
  const joined = joinNeighbours([found('/a', 1, 0.9), found('/a', 3, 0.8), found('/a', 2, 0.7)])
  expect(joined.map(({ passage }) => passage.content)).toEqual([
    'text 1\n\n## H2\n\ntext 2\n\n## H3\n\ntext 3',
  ])
})

test('repeats no heading between parts of one section', () => {
  const [joined] = joinNeighbours([found('/a', 1, 0.9, 'same'), found('/a', 2, 0.8, 'same')])
  expect(joined?.passage.content).toBe('text 1\n\ntext 2')
  expect(joined?.passage).not.toHaveProperty('sections')
})

test('leaves passages apart that do not follow each other, and those of other pages', () => {
  const list = [found('/a', 1, 0.9), found('/a', 3, 0.8), found('/b', 2, 0.7)]
  expect(joinNeighbours(list)).toEqual(list)
})
