import { expect, test } from 'vitest'
import { arrangeByParents } from './page-order.ts'

const page = (path: string, frontmatter: Record<string, unknown>) => ({ path, frontmatter })
const shown = (...pages: ReturnType<typeof page>[]) =>
  arrangeByParents(
    pages.map((page) => ({ page, collection: '' })),
    {},
  ).map(({ path, breadcrumb }) => [...breadcrumb, path].join(' > '))

test('pages stand below their parents, by order and then by title', () => {
  expect(
    shown(
      page('/z', { title: 'Zebra' }),
      page('/ui', { title: 'UI', nav_order: 2 }),
      page('/home', { title: 'Home', nav_order: 1 }),
      page('/text', { title: 'Text', nav_order: 'b' }),
      page('/buttons', { title: 'Buttons', parent: 'UI', nav_order: 10 }),
      page('/colors', { title: 'Colors', parent: 'UI', nav_order: 9 }),
      page('/dark', { title: 'Dark', parent: 'Colors', grand_parent: 'UI' }),
      page('/other', { title: 'Other', parent: 'Colors', grand_parent: 'Elsewhere' }),
      page('/gone', { title: 'Gone', nav_exclude: true }),
      page('/untitled', {}),
    ),
  ).toEqual(['/home', '/ui', 'UI > /colors', 'UI > Colors > /dark', 'UI > /buttons', '/text', '/z'])
})

test('children may come in reverse, and a page that is its own parent ends', () => {
  expect(
    shown(
      page('/log', { title: 'Log', child_nav_order: 'desc' }),
      page('/1', { title: '1', parent: 'Log', nav_order: 1 }),
      page('/2', { title: '2', parent: 'Log', nav_order: 2 }),
      page('/self', { title: 'Self', parent: 'Self' }),
    ),
  ).toEqual(['/log', 'Log > /2', 'Log > /1'])
})

test('a site whose pages say nothing of their places has none', () => {
  expect(shown(page('/a', { title: 'A' }))).toEqual([])
})

test('collections are those that the theme lists, under whatever key', () => {
  const pages = ['guides', 'api', 'drafts'].map((collection) => ({
    ...{ page: page(`/${collection}`, { title: collection, nav_order: 1 }), collection },
  }))
  const config = {
    own_collection: { collections: { api: { name: 'API' } } },
    other: { collections: { guides: { name: 'Guides' } } },
    collections: { drafts: { output: true } },
  }
  expect(arrangeByParents(pages, config).map(({ path, breadcrumb }) => [path, ...breadcrumb])).toEqual([
    ['/api', 'API'],
    ['/guides', 'Guides'],
  ])
})
