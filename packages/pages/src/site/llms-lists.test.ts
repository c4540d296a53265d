import { SiteOutline } from '@docent/core'
import type { PageSummary } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { llmsList } from './llms-lists.ts'
import type { SiteContents } from './site-contents.ts'

const BASE = 'https://docs.example/site/zoo'

function contentsOf(count: number): SiteContents {
  const pages = Array.from({ length: count }, (_, at): PageSummary => {
    const path = `/${at % 2 === 0 ? 'care' : 'food'}/p${at}`
    return {
      path,
      title: `Page [${at}]`,
      file: `${path.slice(1)}.md`,
      description: 'Said\nof it.',
    } as PageSummary
  })
  const first = { path: '/', title: 'Zoo', file: 'index.md', description: 'All about it.' } as PageSummary
  const places = pages.map(({ path }) => ({
    path,
    breadcrumb: [path.startsWith('/care') ? 'Care & more' : 'Food'],
  }))
  const outline = new SiteOutline('1', [first, ...pages], [{ path: '/', breadcrumb: [] }, ...places])
  return { outline, project: { name: 'Zoo' }, base: '/site/zoo' } as unknown as SiteContents
}

test('a list has what the site says of itself, and the sections of its navigation', () => {
  expect(llmsList(contentsOf(2), BASE)).toBe(`# Zoo

> All about it.

## Docs

- [Zoo](${BASE}/index.md): All about it.

## Care & more

- [Page \\[0\\]](${BASE}/care/p0.md): Said of it.

## Food

- [Page \\[1\\]](${BASE}/food/p1.md): Said of it.
`)
})

test('a list that is too long leads to lists that are not, with every page', () => {
  const contents = contentsOf(3_000)
  const whole = llmsList(contents, BASE) ?? ''
  const names = [...whole.matchAll(/site\/zoo\/([^/]+)\/llms\.txt\): \d+ pages?$/gm)].map(
    ([, name = '']) => name,
  )
  expect(names.slice(0, 3)).toEqual(['docs', 'care-more', 'care-more~2'])
  const lists = names.map((name) => llmsList(contents, BASE, decodeURIComponent(name)) ?? '')
  for (const list of [whole, ...lists]) expect(list.length).toBeLessThan(50_000)
  expect(lists.join('').match(/^- /gm)).toHaveLength(3_001)
  expect(llmsList(contents, BASE, 'nothing')).toBeUndefined()
})
