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

test('a group behind a page of another name is its own', () => {
  const outline = new SiteOutline('1', ['/a', '/b/c'].map(page), [
    { path: '/a', breadcrumb: [], title: 'A' },
    { path: '/b/c', breadcrumb: ['B'] },
  ])
  expect(drawn(outline.navigation)).toEqual(['/a', ['B', '/b/c']])
})
