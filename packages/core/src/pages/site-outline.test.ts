import { expect, test } from 'vitest'
import type { PageSummary } from '../ports/retriever.ts'
import { type NavigationNode, SiteOutline } from './site-outline.ts'

const page = (path: string): PageSummary =>
  ({ path, title: path, file: `${path.slice(1)}.md` }) as PageSummary

function drawn(nodes: readonly NavigationNode[]): unknown[] {
  return nodes.map((node) =>
    node.kind === 'page' ? node.page.path : [node.page?.path ?? node.title, ...drawn(node.children)],
  )
}

test('entries below a page stand in a group that leads to it', () => {
  const outline = new SiteOutline('1', ['/a', '/a/b', '/a/b/c', '/a/d', '/e'].map(page), [
    { path: '/a', breadcrumb: ['Part'], title: 'A' },
    { path: '/a/b', breadcrumb: ['Part', 'A'], title: 'B' },
    { path: '/a/b/c', breadcrumb: ['Part', 'A', 'B'], title: 'C' },
    { path: '/a/d', breadcrumb: ['Part', 'A'], title: 'D' },
    { path: '/e', breadcrumb: [], title: 'E' },
  ])
  expect(drawn(outline.navigation)).toEqual([['Part', ['/a', ['/a/b', '/a/b/c'], '/a/d']], '/e'])
  expect(outline.pages.map(({ path }) => path)).toEqual(['/a', '/a/b', '/a/b/c', '/a/d', '/e'])
})

test('the navigation calls pages by its own names, and by their short titles where it has none', () => {
  const pages = [page('/a'), { ...page('/b'), shortTitle: 'Short' }, { ...page('/c'), shortTitle: 'Other' }]
  const outline = new SiteOutline('1', pages, [
    { path: '/a', breadcrumb: [], title: 'A named' },
    { path: '/b', breadcrumb: [] },
    { path: '/c', breadcrumb: [], title: 'C named' },
  ])
  expect(outline.pages.map(({ shortTitle }) => shortTitle)).toEqual(['A named', 'Short', 'C named'])
})

test('a group behind a page of another name is its own', () => {
  const outline = new SiteOutline('1', ['/a', '/b/c'].map(page), [
    { path: '/a', breadcrumb: [], title: 'A' },
    { path: '/b/c', breadcrumb: ['B'] },
  ])
  expect(drawn(outline.navigation)).toEqual(['/a', ['B', '/b/c']])
})

test('a reader of a translation finds the translations of what the navigation names, and no other language', () => {
  const translation = (path: string): PageSummary => ({ ...page(path), language: 'de' })
  const outline = new SiteOutline(
    '1',
    [...['/', '/a', '/b', '/c'].map(page), ...['/de', '/de/a', '/de/c'].map(translation)],
    [
      { path: '/a', breadcrumb: ['Start'] },
      { path: '/b', breadcrumb: ['Start'] },
      { path: '/c', breadcrumb: [] },
    ],
  )
  expect(drawn(outline.navigationFor('/a'))).toEqual([['Start', '/a', '/b'], '/c'])
  expect(drawn(outline.navigationFor('/de/a'))).toEqual([['Start', '/de/a'], '/de/c'])
  const paths = (path: string) =>
    [...outline.translations(path)].map(([language, { path: to }]) => [language, to])
  expect(paths('/de/a')).toEqual([
    [undefined, '/a'],
    ['de', '/de/a'],
  ])
  expect(paths('/')).toEqual([
    [undefined, '/'],
    ['de', '/de'],
  ])
  expect(paths('/b')).toEqual([[undefined, '/b']])
})

test('the folders of languages are no groups of each other', () => {
  const outline = new SiteOutline(
    '1',
    [page('/guide/a'), { ...page('/de/guide/a'), language: 'de' }, { ...page('/v1/guide/a'), version: '1' }],
    [],
  )
  expect(drawn(outline.navigationFor('/guide/a'))).toEqual([['Guide', '/guide/a']])
  expect(drawn(outline.navigationFor('/de/guide/a'))).toEqual([['Guide', '/de/guide/a']])
  expect(drawn(outline.navigationFor('/v1/guide/a'))).toEqual([['V1', ['Guide', '/v1/guide/a']]])
})
