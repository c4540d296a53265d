import { describe, expect, test } from 'vitest'
import { formatOf } from '../../formats/formats.ts'
import type { SiteLayout } from '../../layout/site-layout.ts'
import { detectLayout } from '../../site.ts'
import { isLayoutFile } from '../layout-file.ts'
import { withComponents } from './components.ts'

function layoutOf(tree: Record<string, string>): SiteLayout {
  const texts = new Map(Object.entries(tree).filter(([path]) => isLayoutFile(path)))
  return detectLayout({ files: Object.keys(tree), texts })
}

function tree(...files: string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, '']))
}

const NUXT = { 'web/nuxt.config.ts': "export default defineNuxtConfig({ modules: ['@nuxt/content'] })" }

describe('addresses of Nuxt Content', () => {
  test('are the paths below its content, without the numbers that order them', () => {
    const layout = layoutOf({
      ...NUXT,
      ...tree('web/content/index.md', 'web/content/1.guide/2.Set Up.md', 'web/content/1.guide/0.index.md'),
      ...tree('web/content/3.releases/1.2.md', 'web/content/café/a&b.md', 'README.md'),
    })
    expect(layout.name).toBe('nuxt-content')
    const path = (file: string) => layout.pagePath(`web/content/${file}`)
    expect(path('index.md')).toBe('/')
    expect(path('1.guide/2.Set Up.md')).toBe('/guide/set-up')
    expect(path('1.guide/0.index.md')).toBe('/guide')
    expect(path('3.releases/1.2.md')).toBe('/releases/1.2')
    expect(path('café/a&b.md')).toBe('/cafe/aandb')
    expect(layout.isPage('README.md')).toBe(false)
    expect(layout.isPage('web/content/_part.md')).toBe(false)
  })

  test('follow the collections: a prefix, what they leave out, and what is data', () => {
    const layout = layoutOf({
      'content.config.ts': `import { defineCollection, defineContentConfig } from '@nuxt/content'
        export default defineContentConfig({ collections: {
          docs: defineCollection({ type: 'page', source: { include: 'docs/**', exclude: ['docs/old/**'], prefix: '/learn' } }),
          blog: defineCollection({ type: 'page', source: 'blog/*.md' }),
          team: defineCollection({ type: 'data', source: 'team/**' }),
        } })`,
      ...tree('content/docs/1.start.md', 'content/blog/new.md', 'content/team/a.md', 'content/docs/old/a.md'),
    })
    expect(layout.pagePath('content/docs/1.start.md')).toBe('/learn/start')
    expect(layout.pagePath('content/blog/new.md')).toBe('/blog/new')
    expect(layout.isPage('content/team/a.md')).toBe(false)
    expect(layout.isPage('content/docs/old/a.md')).toBe(false)
  })

  test('of undocs begin at the folder of its configuration', () => {
    const layout = layoutOf({
      'docs/.config/docs.yaml': 'name: Lamp',
      ...tree('docs/1.guide/1.index.md', 'a.md'),
    })
    expect(layout.pagePath('docs/1.guide/1.index.md')).toBe('/guide')
    expect(layout.isPage('a.md')).toBe(false)
  })

  test('keep the folder of pages that another repository makes a site of', () => {
    const layout = layoutOf({
      'docs/1.guide/.navigation.yml': 'title: Guide',
      ...tree('docs/1.guide/2.a.md'),
    })
    expect(layout.pagePath('docs/1.guide/2.a.md')).toBe('/docs/guide/a')
  })
})

test('the navigation has pages in the order of their numbers, the page of a folder first', () => {
  const layout = layoutOf({
    ...NUXT,
    'web/content/2.api/.navigation.yml': 'title: Reference',
    'web/content/3.drafts/.navigation.yml': 'navigation: false',
    ...tree('web/content/2.api/10.last.md', 'web/content/2.api/9.more.md', 'web/content/2.api/index.md'),
    ...tree('web/content/1.first-steps/1.a.md', 'web/content/3.drafts/a.md', 'web/content/index.md'),
  })
  expect(layout.navigation.pages.map(({ path, breadcrumb }) => [path, ...breadcrumb])).toEqual([
    ['/'],
    ['/first-steps/a', 'First Steps'],
    ['/api', 'Reference'],
    ['/api/more', 'Reference'],
    ['/api/last', 'Reference'],
  ])
  const pages = new Map([
    ['web/content/a.md', { path: '/a', title: 'A', frontmatter: { navigation: { title: 'Short' } } }],
    ['web/content/b.md', { path: '/b', title: 'B', frontmatter: { navigation: false } }],
  ])
  expect(layout.arrangement?.arrange(pages).map(({ path, title }) => [path, title])).toEqual([
    ['/a', 'Short'],
  ])
})

describe('components in Markdown', () => {
  const lines = (text: string) =>
    withComponents(text)
      .split('\n')
      .filter((line) => line.trim() !== '')

  test.each([
    ['a callout', '::warning\nHot.\n::', ['<docent-callout type="warning">', 'Hot.', '</docent-callout>']],
    [
      'its type and title as YAML',
      '::callout\n---\ntype: tip\ntitle: Cool\n---\nIce.\n::',
      ['<docent-callout type="tip" title="Cool">', 'Ice.', '</docent-callout>'],
    ],
    [
      'components within others, without their indentation',
      '::card-group\n  ::card{title="A" to="/a"}\n  Text.\n\n      code\n  ::\n::',
      ['**[A](/a)**', 'Text.', '    code'],
    ],
    ['slots', '::hero\n#title\nWelcome\n#description\nMore.\n::', ['Welcome', 'More.']],
    [
      'fields of a reference',
      '::field{name="size" type="number" required}\nIn px.\n::',
      ['`size` (`number`, Required)', 'In px.'],
    ],
    ['links to further pages', ':read-more{to="/a" title="A"}', ['Read more: [A](/a)']],
    ['badges and spans', 'A :badge[New]{color="red"} and [this]{.big}.', ['A New and this.']],
    ['attributes of code', 'Call `run()`{lang="ts"} twice.', ['Call `run()` twice.']],
    ['commands of undocs', ':pm-install{name="nitropack"}', ['`npm install nitropack`']],
    [
      'text with colons',
      'At 10:30, `a:b{c}`, std::move, and :smile:.',
      ['At 10:30, `a:b{c}`, std::move, and :smile:.'],
    ],
    ['code', '```md\n::note\n:badge[New]\n```', ['```md', '::note', ':badge[New]', '```']],
    ['one that never ends', '::note\nText.', ['<docent-callout type="note">', 'Text.', '</docent-callout>']],
    ['an end without a beginning', 'Text.\n::', ['Text.', '::']],
  ])('show %s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected)
  })
})

test('ids of headings are those of the site', async () => {
  const site = layoutOf({ ...NUXT, ...tree('web/content/a.md') })
  const { anchors } = await formatOf('a.md', site.formats).parse({
    ...{ path: 'web/content/a.md', file: 'web/content/a.md', root: '', included: new Map(), site },
    source: '# A\n\n## 1. First & last\n\n## `useAsync`\n',
    place: () => ({ path: '/a' }),
  })
  expect(anchors).toEqual(expect.arrayContaining(['_1-first-last', 'useasync']))
})
