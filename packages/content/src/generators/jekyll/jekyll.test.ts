import { describe, expect, test } from 'vitest'
import { detectLayout } from '../../site.ts'

function layoutOf(config: string, ...files: string[]) {
  const all = ['_config.yml', ...files]
  return detectLayout({ files: all, texts: new Map([['_config.yml', config]]) })
}

describe('Jekyll', () => {
  test.each([
    ['guide/a.md', {}, '/guide/a'],
    ['guide/index.md', {}, '/guide'],
    ['guide/a.md', { permalink: '/other/place.html' }, '/other/place'],
    ['_posts/2024-02-03-first-post.md', {}, '/2024/02/03/first-post'],
    ['_posts/2024-02-03-first.md', { categories: 'News Old', slug: 'own' }, '/news/old/2024/02/03/own'],
    ['_posts/2024-02-03-first.md', { date: '2023-01-02' }, '/2023/01/02/first'],
    ['_terms/deep/lantern.md', {}, '/terms/deep/lantern'],
    ['_guides/one.md', {}, '/g/one'],
    ['start/README.md', {}, '/start'],
    ['guide/README.md', {}, '/guide/README'],
  ])('has %s with %j at %s', (file, frontmatter, address) => {
    const config =
      'collections: { terms: { output: true }, guides: { output: true, permalink: "/g/:name/" } }'
    expect(layoutOf(config, 'guide/index.md', file).pagePath(file, frontmatter)).toBe(address)
  })

  test('has the addresses of posts that its configuration gives', () => {
    const address = (config: string) => layoutOf(config).pagePath('_posts/2024-02-03-a.md', {})
    expect(address('permalink: none')).toBe('/a')
    expect(address('permalink: /blog/:year/:i_month/:title/')).toBe('/blog/2024/2/a')
    expect(address('permalink: ordinal')).toBe('/2024/034/a')
  })

  test('writes values and addresses, and leaves out what only a build knows', () => {
    const layout = layoutOf('title: Acme\nrelease: { number: 2 }\npermalink: pretty', 'a.md', 'docs/b.md')
    const text = [
      '---\nlevel: 3\n---',
      '{{ site.title }} {{ site.release.number }} {{ page.level }} {{ site.github.url }}|{{ "now" | date: "%Y" }}|',
      "[b]({% link docs/b.md %}) [c]({{ '/c' | relative_url }}) {% raw %}{{ site.title }}{% endraw %}",
    ].join('\n')
    expect(layout.rewrite?.('a.md', text)).toBe(
      ['---\nlevel: 3\n---', 'Acme 2 3 ||', '[b](/docs/b) [c](/c) &#123;{ site.title }}'].join('\n'),
    )
    const marks = [...(layout.pageMarks?.find(text) ?? [])]
    expect(marks.map(({ target, start, end }) => [target, text.slice(start, end)])).toEqual([
      ['docs/b.md', 'docs/b.md'],
    ])
  })
})
