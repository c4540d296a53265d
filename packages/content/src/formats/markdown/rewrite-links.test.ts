import { describe, expect, test } from 'vitest'
import { resolveLink } from '../../paths/resolve-link.ts'
import { rewriteLinks } from './rewrite-links.ts'

const root = { root: 'docs' }

describe('resolveLink', () => {
  test.each([
    ['/guides/b', { kind: 'page', path: '/guides/b', anchor: '' }],
    ['/guides/b/?x=1#c', { kind: 'page', path: '/guides/b', anchor: 'c' }],
    ['./b.mdx#c', { kind: 'page', path: '/guides/b', anchor: 'c' }],
    ['../index.md', { kind: 'page', path: '/', anchor: '' }],
    ['#d%20e', { kind: 'page', path: '/guides/a', anchor: 'd e' }],
    ['/images/x.png', { kind: 'file', file: 'docs/images/x.png' }],
    ['x.png', { kind: 'file', file: 'docs/guides/x.png' }],
    ['https://a.b/c', undefined],
    ['mailto:a@b.c', undefined],
    ['//a.b/c', undefined],
  ])('resolves %s', (target, expected) => {
    expect(resolveLink('docs/guides/a.mdx', target, root)).toEqual(expected)
  })
})

describe('resolveLink on a site under a path', () => {
  test.each([
    ['/docs/guides/b#c', '/guides/b'],
    ['/docs', '/'],
    ['/docs/', '/'],
    ['/docsearch', '/docsearch'],
    ['/guides/b', '/guides/b'],
    ['./b', '/guides/b'],
    ['/', '/'],
  ])('resolves %s', (target, path) => {
    expect(resolveLink('docs/guides/a.mdx', target, { ...root, base: '/docs' })).toMatchObject({ path })
  })

  test('takes off nothing without a base, and knows the top of the documentation', () => {
    expect(resolveLink('docs/a.mdx', '/docs/b', root)).toMatchObject({ path: '/docs/b' })
    expect(resolveLink('docs/guides/a.mdx', '..', root)).toMatchObject({ path: '/' })
  })
})

describe('rewriteLinks', () => {
  const moves = { '/guides/b': '/setup/c' }

  test('keeps how each link is written', () => {
    const source = `[1](/guides/b) [2](./b#x "t") [3](b.mdx?y#z) [4](/guides/b.md#q)
<Card title="5" href="/guides/b#w" /> ![6](/guides/b.png) [7](/guides/bb) [8](https://x.y/guides/b)

[9]: <../guides/b> 'title'
`
    expect(
      rewriteLinks(source, 'docs/guides/a.mdx', moves, root),
    ).toBe(`[1](/setup/c) [2](../setup/c#x "t") [3](../setup/c.mdx?y#z) [4](/setup/c.md#q)
<Card title="5" href="/setup/c#w" /> ![6](/guides/b.png) [7](/guides/bb) [8](https://x.y/guides/b)

[9]: <../setup/c> 'title'
`)
  })

  test('does not touch code', () => {
    const source = '`[a](/guides/b)`\n\n```md\n[a](/guides/b)\n```\n'
    expect(rewriteLinks(source, 'docs/a.mdx', moves, root)).toBe(source)
  })

  test('takes files as well as routes, and index pages', () => {
    const files = { 'docs/guides/b.mdx': 'docs/setup/index.mdx' }
    expect(rewriteLinks('[a](/guides/b) [b](b.mdx) [c](./b)', 'docs/guides/a.mdx', files, root)).toBe(
      '[a](/setup) [b](../setup/index.mdx) [c](../setup)',
    )
  })

  test('makes the relative links of a page that moves point where they did', () => {
    const source = '[a](./b) [b](../x.mdx#y) ![c](img/d.png) [d](/guides/b) [e](#f)'
    expect(rewriteLinks(source, 'docs/guides/a.mdx', {}, { ...root, movedTo: 'docs/a.mdx' })).toBe(
      '[a](./guides/b) [b](./x.mdx#y) ![c](guides/img/d.png) [d](/guides/b) [e](#f)',
    )
  })

  test('keeps the path of the site in a link that is written with it', () => {
    const source = '[1](/docs/guides/b) [2](/docs/guides/b.mdx#x) [3](/guides/b) [4](/docs/other) [5](/docs)'
    expect(rewriteLinks(source, 'docs/guides/a.mdx', moves, { ...root, base: '/docs' })).toBe(
      '[1](/docs/setup/c) [2](/docs/setup/c.mdx#x) [3](/setup/c) [4](/docs/other) [5](/docs)',
    )
  })

  test('rewrites links in tabs and admonitions of MkDocs, and nothing else of them', () => {
    const source =
      '=== "One"\n\n    [1](b.md#x)\n\n    ??? tip "Two"\n\n        [2](b.md)\n\n            [3](b.md)\n'
    expect(rewriteLinks(source, 'docs/guides/a.md', moves, root)).toBe(
      source.replace('[1](b.md#x)', '[1](../setup/c.md#x)').replace('[2](b.md)', '[2](../setup/c.md)'),
    )
  })
})
