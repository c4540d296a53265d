import { describe, expect, test } from 'vitest'
import { formatOf } from '../formats/formats.ts'
import { isLayoutFile } from '../generators/layout-file.ts'
import { detectLayout } from '../site.ts'
import { includedTexts } from './included-texts.ts'

const SECRET = 'The lantern is lit.'

/** What readers of a page see of a repository: its text and its passages. */
async function shown(tree: Record<string, string>, path: string): Promise<string> {
  const files = Object.keys(tree)
  const layout = detectLayout({
    files,
    texts: new Map(Object.entries(tree).filter(([file]) => isLayoutFile(file))),
  })
  const source = tree[path] ?? ''
  const known = new Map(Object.entries(tree))
  const { texts } = includedTexts(layout, { path, source, isListed: true }, known, (file) => known.has(file))
  const { page, passages } = await formatOf(path, layout.formats).parse({
    ...{ path, file: path, source, root: '', site: layout, included: texts },
    place: (frontmatter) => ({ path: layout.pagePath(path, frontmatter) }),
  })
  return JSON.stringify([page, passages])
}

interface Site {
  /** Files around the page and the snippet. */
  files: Record<string, string>
  page: string
  snippet: string
  /** How the page takes the snippet. */
  include: string
  /** The beginning of a file that is limited in this way. */
  limited(key: string, value: string): string
}

const yaml = (key: string, value: string) => (key === '' ? '' : `---\n${key}: ${value}\n---\n\n`)
const header = (key: string, value: string) =>
  key === '' ? '' : `:page-${key}: ${value.replace(/[[\]]/g, '')}\n\n`

const antora = { 'antora.yml': 'name: x\nversion: ~\n' }
const sphinx = { 'conf.py': "extensions = ['myst_parser']\n" }
const book = { 'book.toml': '[book]\n', 'src/SUMMARY.md': '- [A](page.md)\n' }
const adoc = { files: antora, page: 'modules/ROOT/pages/page.adoc', limited: header }
const md = { files: {}, page: 'page.md', snippet: 'snippets/s.md', limited: yaml }
const myst = { files: sphinx, page: 'page.md', snippet: 'parts/s.md', limited: yaml }
const vitepress = { ...md, files: { '.vitepress/config.ts': 'export default {}' } }
const mkdocs = { ...md, files: { 'mkdocs.yml': 'site_name: X\n' }, page: 'docs/page.md' }
const mdbook = { files: book, page: 'src/page.md', snippet: 'src/parts/s.md', limited: yaml }
const partial = 'modules/ROOT/partials/s.adoc'

const SITES: Record<string, Site> = {
  'mdBook include': { ...mdbook, include: '{{#include parts/s.md}}' },
  'mdBook include of lines': { ...mdbook, include: '{{#include parts/s.md:1:}}' },
  'mdBook rustdoc_include': { ...mdbook, include: '{{#rustdoc_include parts/s.md}}' },
  'mdBook playground': { ...mdbook, include: '{{#playground parts/s.md}}' },
  'AsciiDoc include': { ...adoc, snippet: partial, include: 'include::partial$s.adoc[]' },
  'AsciiDoc include of lines': { ...adoc, snippet: partial, include: 'include::partial$s.adoc[lines=1..]' },
  'AsciiDoc include of another wording': {
    ...adoc,
    snippet: 'modules/ROOT/partials/s.txt',
    include: '----\ninclude::partial$s.txt[]\n----',
  },
  'AsciiDoc include of a page': {
    ...adoc,
    snippet: 'modules/ROOT/pages/s.adoc',
    include: 'include::s.adoc[leveloffset=1]',
  },
  'MyST include': { ...myst, include: '```{include} parts/s.md\n```' },
  'MyST include with colons': { ...myst, include: ':::{include} parts/s.md\n:::' },
  'MyST literalinclude': { ...myst, include: '```{literalinclude} parts/s.md\n```' },
  'MyST include of text': { ...myst, snippet: 'parts/s.txt', include: '```{include} parts/s.txt\n```' },
  'an MDX import': { ...md, page: 'page.mdx', include: "import S from './snippets/s.md'\n\n<S />" },
  'a snippet by name': { ...md, page: 'page.mdx', include: '<Snippet file="s.md" />' },
  'a comment of VitePress': { ...vitepress, include: '<!--@include: ./snippets/s.md-->' },
  'a comment with lines': { ...vitepress, include: '<!--@include: ./snippets/s.md{1,}-->' },
  'code of VitePress': { ...vitepress, include: '<<< ./snippets/s.md' },
  'a snippet of MkDocs': { ...mkdocs, include: '--8<-- "snippets/s.md"' },
  'a block of snippets': { ...mkdocs, include: '--8<--\nsnippets/s.md\n--8<--' },
  'a snippet of text': { ...mkdocs, snippet: 's.txt', include: '--8<-- "s.txt::9"' },
  'markdown-include': { ...mkdocs, include: '{!snippets/s.md!}' },
  'code of markdown-include': { ...mkdocs, include: '{* snippets/s.md *}' },
  'a tag of MkDocs': { ...mkdocs, include: '{% include-markdown "../snippets/s.md" %}' },
  'a block of GitBook': { ...md, include: '{% include "./snippets/s.md" %}' },
}

function tree(
  { files, page, snippet, include, limited }: Site,
  around: [string, string],
  inside: [string, string],
) {
  const isAdoc = page.endsWith('.adoc')
  const start = isAdoc ? `= Page\n${limited(...around)}` : limited(...around)
  return {
    ...files,
    [page]: `${start}\n\nAround.\n\n${include}\n`,
    [snippet]: `${limited(...inside)}${SECRET}\n`,
  }
}

describe.each(Object.entries(SITES))('by %s', (_name, site) => {
  test.each<[[string, string], [string, string], boolean]>([
    [['', ''], ['', ''], true],
    [['', ''], ['groups', '[staff]'], false],
    [['groups', '[staff]'], ['groups', '[staff]'], true],
    [['groups', '[staff]'], ['groups', '[staff, owners]'], true],
    [['groups', '[staff, sales]'], ['groups', '[staff, owners]'], false],
    [['groups', '[sales]'], ['groups', '[staff]'], false],
    [['', ''], ['draft', 'true'], false],
    [['draft', 'true'], ['draft', 'true'], true],
    [['', ''], ['hidden', 'true'], false],
  ])('a page with %j shows a text with %j: %s', async (around, inside, isShown) => {
    const text = await shown(tree(site, around, inside), site.page)
    expect(text).toContain('Around.')
    expect(text.includes(SECRET)).toBe(isShown)
  })
})

test('a text inside of a text counts by itself, however deep it is', async () => {
  const files = {
    'page.mdx': '<Snippet file="a.mdx" />',
    'snippets/a.mdx': 'Outer.\n\n<Snippet file="b.mdx" />',
    'snippets/b.mdx': `---\ngroups: [staff]\n---\n\n${SECRET}`,
  }
  const text = await shown(files, 'page.mdx')
  expect(text).toContain('Outer.')
  expect(text).not.toContain(SECRET)
})

test('a text whose frontmatter cannot be read is taken nowhere', async () => {
  const files = {
    'page.mdx': '<Snippet file="a.mdx" />',
    'snippets/a.mdx': `---\ngroups: [staff\n---\n\n${SECRET}`,
  }
  expect(await shown(files, 'page.mdx')).not.toContain(SECRET)
})

test('a folder limits its texts, too', async () => {
  const files = {
    'mkdocs.yml': 'site_name: X\nplugins: [meta]\n',
    'docs/page.md': 'Around.\n\n<!--@include: ./staff/s.md-->',
    'docs/staff/.meta.yml': 'groups: [staff]\n',
    'docs/staff/s.md': SECRET,
  }
  expect(await shown(files, 'docs/page.md')).not.toContain(SECRET)
})

test('attributes of a component limit its partials for the pages of others', async () => {
  const files = {
    'a/antora.yml': 'name: a\nversion: ~\n',
    'a/modules/ROOT/pages/page.adoc': '= Page\n\nAround.\n\ninclude::b::partial$s.adoc[]\n',
    'b/antora.yml': 'name: b\nversion: ~\nasciidoc:\n  attributes:\n    page-groups: staff\n',
    'b/modules/ROOT/partials/s.adoc': SECRET,
  }
  expect(await shown(files, 'a/modules/ROOT/pages/page.adoc')).not.toContain(SECRET)
})

test('a header that takes its attributes from another file is limited by them', async () => {
  const layout = detectLayout({ files: Object.keys(antora), texts: new Map(Object.entries(antora)) })
  const path = 'modules/ROOT/pages/page.adoc'
  const source = '= Page\ninclude::partial$limits.adoc[]\n\nText.\n'
  const { page } = await formatOf(path, layout.formats).parse({
    ...{ path, file: path, source, root: '', included: new Map([['limits', ':page-groups: staff\n']]) },
    site: {
      root: '',
      references: { fileOf: () => 'limits', addressOf: () => undefined, attributes: () => ({}) },
    },
    place: () => ({ path: '/page' }),
  })
  expect(page.groups).toEqual(['staff'])
})

test('code and data that begin like frontmatter are taken as they are', async () => {
  const files = {
    ...book,
    'src/page.md': '```\n{{#include a.yaml}}\n```',
    'src/a.yaml': `---\nkey: ${SECRET}\n`,
  }
  expect(await shown(files, 'src/page.md')).toContain(SECRET)
})
