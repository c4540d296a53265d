import { describe, expect, test } from 'vitest'
import { permalinkOf, readPermalinks } from './permalinks.ts'

const page = {
  sections: ['docs', 'guides', 'first'],
  name: 'my-page',
  isSection: false,
  frontmatter: { title: 'My Page', date: '2024-02-03' },
}

describe('permalinks of Hugo', () => {
  test.each([
    ['/:year/:month/:day/:slug/', '/2024/02/03/My Page/'],
    ['/:monthname-:weekdayname-:yearday', '/february-saturday-34'],
    ['/:section/:contentbasename', '/docs/my-page'],
    ['/:sections[1:]/:filename/', '/guides/first/my-page/'],
    ['/:sections/:title', '/docs/guides/first/My Page'],
    ['/:slugorcontentbasename', '/my-page'],
  ])('%s', (pattern, address) => {
    expect(permalinkOf(page, readPermalinks({ docs: pattern }))).toBe(address)
  })

  test('are those of a section and of the kind of a page', () => {
    const permalinks = readPermalinks({ page: { docs: '/p/:slug' }, section: { docs: '/s/:section' } })
    expect(permalinkOf({ ...page, frontmatter: { slug: 'own' } }, permalinks)).toBe('/p/own')
    expect(permalinkOf({ ...page, isSection: true }, permalinks)).toBe('/s/docs')
    expect(permalinkOf({ ...page, sections: ['blog'] }, permalinks)).toBeUndefined()
  })

  test('leave out a date that is not there', () => {
    expect(permalinkOf({ ...page, frontmatter: {} }, readPermalinks({ docs: '/:year/:slug' }))).toBe(
      '//my-page',
    )
  })
})
