import { describe, expect, test } from 'vitest'
import { detectLayout } from '../../site.ts'
import { mkdocs } from './mkdocs.ts'

function siteOf(texts: Record<string, string>, files: readonly string[]) {
  return detectLayout({ files: [...Object.keys(texts), ...files], texts: new Map(Object.entries(texts)) })
}

describe('a configuration of MkDocs', () => {
  test('inherits what it does not say itself', () => {
    const site = siteOf(
      { 'mkdocs.yml': 'INHERIT: ./config/mkdocs-base.yml', 'config/mkdocs-base.yml': 'docs_dir: pages' },
      ['pages/a.md'],
    )
    expect(site.pagePath('pages/a.md')).toBe('/a')
  })

  test.each([
    ['INHERIT: base.yml', /"base.yml" is not read/],
    ['INHERIT: mkdocs.yml', /"mkdocs.yml" is not read/],
    ['plugins: [search, macros]', /The plugin macros runs when the site is built/],
    ['plugins:\n  gen-files: { scripts: [a.py] }', /The plugin gen-files runs/],
  ])('says what of %s is not read', (text, message) => {
    const { problems } = siteOf({ 'mkdocs.yml': text }, ['docs/index.md']).navigation
    expect(problems.map((each) => each.message)).toEqual([expect.stringMatching(message)])
  })
})

test('pictures with an absolute address are in the folder of the pages', () => {
  const site = siteOf({ 'mkdocs.yml': '{}' }, ['docs/a/b.md'])
  expect(site.rewrite?.('docs/a/b.md', '<img src="/img/c.png"> ![D](/d.png) ![E](e.png) [F](/f.md)')).toBe(
    '<img src="../img/c.png"> ![D](../d.png) ![E](e.png) [F](/f.md)',
  )
})

describe('languages of MkDocs', () => {
  const named = 'languages: [{ locale: en, default: true }, { locale: de }, { locale: fr, build: false }]'

  test.each([
    ['docs_structure: folder', named, ['en/a.md', 'de/a.md', 'fr/a.md']],
    ['docs_structure: suffix', named, ['a.en.md', 'a.de.md', 'a.fr.md']],
    [
      'default_language: en',
      'languages: { en: English, de: { name: Deutsch, build: true }, fr: { build: false } }',
      ['a.md', 'a.de.md', 'a.fr.md'],
    ],
  ])('%s', (structure, languages, names) => {
    const files = names.map((name) => `docs/${name}`)
    const text = `plugins:\n  - i18n:\n      ${structure}\n      ${languages}\n`
    const site = siteOf({ 'mkdocs.yml': text }, files)
    expect(
      files.filter((file) => site.isPage(file)).map((file) => [site.pagePath(file), site.language(file)]),
    ).toEqual([
      ['/a', 'en'],
      ['/de/a', 'de'],
    ])
  })
})

describe('posts of a blog', () => {
  const addressOf = (settings: string, frontmatter: Record<string, unknown>) =>
    siteOf({ 'mkdocs.yml': `plugins:\n  - material/blog:\n      ${settings}\n` }, [
      'docs/news/posts/one.md',
    ]).pagePath('docs/news/posts/one.md', frontmatter, "What's `new`?")

  test.each([
    ['{ blog_dir: news }', { date: '2024-03-05' }, '/news/2024/03/05/whats-new'],
    ['{ blog_dir: news }', { date: { created: '2024-03-05' }, slug: 'own' }, '/news/2024/03/05/own'],
    ['{ blog_dir: news, post_url_format: "{slug}" }', { title: 'Named' }, '/news/named'],
    [
      '{ blog_dir: news, post_url_format: "{categories}/{date}/{file}", post_url_date_format: d-M-yy }',
      { date: '2024-03-05', categories: ['Good News', 'Bad'] },
      '/news/good-news/5-3-24/one',
    ],
    ['{ blog_dir: ".", post_dir: news/posts, post_url_format: "{slug}" }', { slug: 'own' }, '/own'],
    ['{ blog_dir: news, enabled: false }', {}, '/news/posts/one'],
  ])('have addresses by %s', (settings, frontmatter, address) => {
    expect(addressOf(settings, frontmatter)).toBe(address)
  })
})

describe('the navigation of MkDocs', () => {
  const listed = (texts: Record<string, string>, files: readonly string[]) =>
    siteOf(texts, files).navigation.pages.map(({ path, breadcrumb, title }) =>
      [...breadcrumb, title ?? path].join(' > '),
    )
  const files = ['docs/b.md', 'docs/index.md', 'docs/a/z.md', 'docs/a/README.md', 'docs/a/x_y.md']

  test('without a list is that of the folders', () => {
    expect(listed({ 'mkdocs.yml': '{}' }, files)).toEqual(['/', '/b', 'A > /a', 'A > /a/x_y', 'A > /a/z'])
  })

  test('takes the rest of a folder by patterns, and leaves out folders with one page', () => {
    const texts = {
      'mkdocs.yml': 'plugins: [{ awesome-pages: { collapse_single_pages: true } }]',
      'docs/.pages': 'nav: [a, "... | glob=b*", Group: [{ Home: index.md }, { Out: https://example.org }]]',
      'docs/a/.pages': 'nav: [z.md]',
    }
    expect(listed(texts, files)).toEqual(['/a/z', '/b', 'Group > Home'])
  })

  test('follows folders of a nav, and the list behind its mark', () => {
    const texts = {
      'mkdocs.yml': 'plugins: [literate-nav]\nnav: [{ Part: a/ }, "*.md"]',
      'docs/a/SUMMARY.md':
        '- [Not this](b.md)\n\n<!--nav-->\n\n1. [Z](z.md)\n    - [Inner](x_y.md)\n\nText\n\n- [Nor](b.md)\n',
    }
    expect(listed(texts, files)).toEqual(['Part > Z > /a/z', 'Part > Z > Inner', '/', '/b'])
  })

  test('finds lists under the name that the configuration gives them', () => {
    const config = 'plugins:\n  - literate-nav:\n      nav_file: README.md\n      implicit_index: true\n'
    const files = ['docs/index.md', 'docs/user/README.md', 'docs/user/b.md', 'docs/user/a.md']
    expect(mkdocs.namedFiles?.('mkdocs.yml', config, ['mkdocs.yml', ...files])).toEqual([
      'docs/user/README.md',
    ])
    const texts = {
      'mkdocs.yml': `${config}nav: [index.md, { User Guide: user/ }]`,
      'docs/user/README.md': '# User\n\n- [Bee](b.md)\n- [A](a.md)\n',
    }
    expect(listed(texts, files)).toEqual(['/', 'User Guide > /user', 'User Guide > Bee', 'User Guide > A'])
  })
})
