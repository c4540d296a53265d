import { describe, expect, test } from 'vitest'
import { formatOf, isInFormats } from '../formats/formats.ts'
import { pageMetadata } from '../formats/page/page-metadata.ts'
import { presenceOf } from '../layout/page-presence.ts'
import { detectLayout } from '../site.ts'
import { isLayoutFile } from './layout-file.ts'

const NOW = Date.UTC(2026, 5, 1)

/** How a site shows its pages: `not built`, a state, or when time decides `before` and `after`. */
function shown(tree: Record<string, string>, file: string): string {
  const files = Object.keys(tree)
  const layout = detectLayout({
    files,
    texts: new Map(Object.entries(tree).filter(([path]) => isLayoutFile(path))),
  })
  if (!isInFormats(file, layout.formats) || !layout.isPage(file)) return 'not built'
  const { data, ...rest } = formatOf(file, layout.formats).frontmatter(tree[file] ?? '')
  const frontmatter = { ...layout.defaults?.(file), ...data }
  const { groups } = pageMetadata({ ...rest, data: frontmatter })
  const { pages } = layout.navigation
  const path = layout.pagePath(file, frontmatter)
  const isListed = !layout.navigationIsComplete || pages.some((each) => each.path === path)
  const {
    state,
    from = 0,
    until = Number.POSITIVE_INFINITY,
  } = presenceOf(layout, file, { frontmatter, groups }, isListed)
  if (groups.length > 0 && state === 'listed') return `for ${groups.join(', ')}`
  return from > NOW ? 'before' : until <= NOW ? 'after' : state
}

const said = (...lines: string[]) => `---\ntitle: T\n${lines.join('\n')}\n---\nText.\n`
const toml = (...lines: string[]) => `+++\ntitle = 'T'\n${lines.join('\n')}\n+++\nText.\n`

const docusaurus = (docs: string) => `export default { presets: [['classic', { docs: ${docs} }]] }`
const hugo = (...lines: string[]) => ["baseURL = 'https://x.example/'", ...lines].join('\n')
const docsJson = (...pages: string[]) => JSON.stringify({ navigation: { pages } })

describe.each<[string, Record<string, string>, Record<string, string>]>([
  [
    'Docusaurus',
    {
      'docusaurus.config.ts': docusaurus(
        "{ exclude: ['**/internal/**', '*.draft.md'], includeCurrentVersion: true }",
      ),
      'docs/a.md': '',
      'docs/internal/s.md': '',
      'docs/x.draft.md': '',
      'docs/u.md': said('unlisted: true'),
      'docs/d.md': said('draft: true'),
      'versions.json': '["1.0"]',
      'versioned_docs/version-1.0/a.md': '',
      'versioned_docs/version-1.0/internal/s.md': '',
      'i18n/de/docusaurus-plugin-content-docs/current/internal/s.md': '',
    },
    {
      'docs/a.md': 'listed',
      'docs/internal/s.md': 'not built',
      'docs/x.draft.md': 'not built',
      'docs/u.md': 'unlisted',
      'docs/d.md': 'draft',
      'versioned_docs/version-1.0/a.md': 'listed',
      'versioned_docs/version-1.0/internal/s.md': 'not built',
      'i18n/de/docusaurus-plugin-content-docs/current/internal/s.md': 'not built',
    },
  ],
  [
    'Docusaurus with lists that are code, and versions',
    {
      'docusaurus.config.js': `const shared = ['**/secret/**']\nmodule.exports = { presets: [['classic', { docs: { exclude: [...shared, isProduction && 'drafts/**'], onlyIncludeVersions: ['1.0'], } , pages: { exclude: ['hidden/**'] } }]] }`,
      'versions.json': '["1.0", "0.9"]',
      'docs/a.md': '',
      'versioned_docs/version-1.0/a.md': '',
      'versioned_docs/version-1.0/secret/a.md': '',
      'versioned_docs/version-1.0/drafts/a.md': '',
      'versioned_docs/version-0.9/a.md': '',
      'src/pages/about.md': '',
      'src/pages/hidden/x.md': '',
    },
    {
      'docs/a.md': 'not built',
      'versioned_docs/version-1.0/a.md': 'listed',
      'versioned_docs/version-1.0/secret/a.md': 'not built',
      'versioned_docs/version-1.0/drafts/a.md': 'not built',
      'versioned_docs/version-0.9/a.md': 'not built',
      'src/pages/about.md': 'listed',
      'src/pages/hidden/x.md': 'not built',
    },
  ],
  [
    'MkDocs',
    {
      'mkdocs.yml':
        'site_name: X\nexclude_docs: |\n  internal/\n  /top.md\n  *.tmp.md\n  !keep.tmp.md\ndraft_docs: |\n  drafts/\nplugins:\n  - exclude:\n      glob:\n        - plans/*\n      regex:\n        - ".*/wip-[0-9]+\\\\.md"\n  - exclude-search:\n      exclude:\n        - legal/*\n  - meta\n',
      'docs/index.md': '',
      'docs/internal/s.md': '',
      'docs/a/internal/s.md': '',
      'docs/top.md': '',
      'docs/a/top.md': '',
      'docs/x.tmp.md': '',
      'docs/keep.tmp.md': '',
      'docs/drafts/d.md': '',
      'docs/templates/t.md': '',
      'docs/plans/p.md': '',
      'docs/a/wip-12.md': '',
      'docs/legal/terms.md': '',
      'docs/n.md': said('search:', '  exclude: true'),
      'docs/staff/.meta.yml': 'groups: [staff]\n',
      'docs/staff/s.md': '',
      'docs/staff/open.md': said('groups: []'),
      'docs/broken/.meta.yml': 'groups: [staff\n',
      'docs/broken/b.md': '',
    },
    {
      'docs/index.md': 'listed',
      'docs/internal/s.md': 'not built',
      'docs/a/internal/s.md': 'not built',
      'docs/top.md': 'not built',
      'docs/a/top.md': 'listed',
      'docs/x.tmp.md': 'not built',
      'docs/keep.tmp.md': 'listed',
      'docs/drafts/d.md': 'not built',
      'docs/templates/t.md': 'not built',
      'docs/plans/p.md': 'not built',
      'docs/a/wip-12.md': 'not built',
      'docs/legal/terms.md': 'unlisted',
      'docs/n.md': 'unlisted',
      'docs/staff/s.md': 'for staff',
      'docs/staff/open.md': 'listed',
      'docs/broken/b.md': 'absent',
    },
  ],
  [
    'MkDocs with a configuration that cannot be read',
    {
      'mkdocs.yml': 'site_name: X: Y\nexclude_docs: |\n  internal/\n',
      'docs/internal/s.md': '',
      'docs/a.md': '',
    },
    { 'docs/internal/s.md': 'not built', 'docs/a.md': 'listed' },
  ],
  [
    'VitePress',
    {
      'docs/.vitepress/config.mts':
        "export default defineConfig({ srcDir: 'src', srcExclude: ['**/internal/**', 'NOTES.md'] })",
      'docs/src/index.md': '',
      'docs/src/a/internal/s.md': '',
      'docs/src/NOTES.md': '',
      'docs/src/n.md': said('search: false'),
    },
    {
      'docs/src/index.md': 'listed',
      'docs/src/a/internal/s.md': 'not built',
      'docs/src/NOTES.md': 'not built',
      'docs/src/n.md': 'unlisted',
    },
  ],
  [
    'Sphinx',
    {
      'conf.py':
        "extensions = ['myst_parser']\nexclude_patterns = [\n    '_build',  # it's built\n    \"internal/**\",\n    'old',\n    '*.part.md',\n]\nif tags.has('x'):\n    exclude_patterns += ['later.md']\nexclude_patterns.append('**/wip.md')\nhtml_theme = 'furo'\n",
      'index.md': '',
      'furo.md': '',
      'internal/s.md': '',
      'old/a/b.md': '',
      'x.part.md': '',
      'later.md': '',
      'a/wip.md': '',
      'n.md': said('nosearch: true'),
      'o.md': said('orphan: true'),
    },
    {
      'index.md': 'listed',
      'furo.md': 'listed',
      'internal/s.md': 'not built',
      'old/a/b.md': 'not built',
      'x.part.md': 'not built',
      'later.md': 'not built',
      'a/wip.md': 'not built',
      'n.md': 'unlisted',
      'o.md': 'listed',
    },
  ],
  [
    'Jupyter Book',
    {
      '_config.yml': 'title: X\nonly_build_toc_files: true\nexclude_patterns: [notes/*]\n',
      '_toc.yml': 'format: jb-book\nroot: intro\nchapters:\n  - file: a/one\n  - glob: b/*\n',
      'intro.md': '',
      'a/one.md': '',
      'a/two.md': '',
      'b/x.md': '',
    },
    { 'intro.md': 'listed', 'a/one.md': 'listed', 'a/two.md': 'not built', 'b/x.md': 'listed' },
  ],
  [
    'mystmd',
    {
      'myst.yml':
        'version: 1\nproject:\n  exclude:\n    - drafts/**\n  toc:\n    - file: index.md\n    - file: secret.md\n      hidden: true\n    - title: More\n      children:\n        - pattern: more/*.md\n',
      'index.md': '',
      'secret.md': '',
      'more/a.md': '',
      'drafts/a.md': '',
      'other.md': '',
    },
    {
      'index.md': 'listed',
      'secret.md': 'unlisted',
      'more/a.md': 'listed',
      'drafts/a.md': 'not built',
      'other.md': 'not built',
    },
  ],
  [
    'Hugo',
    {
      'hugo.toml': hugo(
        "ignoreFiles = ['internal/.*', '\\.wip\\.md$']",
        "[languages.en]\n[languages.fr]\ndisabled = true\n[cascade]\n_target = { path = '/embargo/**' }\ndraft = true",
      ),
      'content/_index.md': '',
      'content/internal/s.md': '',
      'content/x.wip.md': '',
      'content/a.fr.md': '',
      'content/~notes.md~': '',
      'content/future.md': said('publishDate: 2099-01-01'),
      'content/dated.md': toml('date = 2099-01-01T10:00:00Z'),
      'content/past.md': toml('date = 2099-01-01', 'publishDate = 2001-01-01'),
      'content/gone.md': said('expiryDate: "2001-01-01T00:00:00+02:00"'),
      'content/upper.md': said('PublishDate: 2099-01-01'),
      'content/odd.md': said('publishDate: next week'),
      'content/never.md': said('build:', '  render: never'),
      'content/link.md': said('_build:', '  render: link'),
      'content/off.md': said('build:', '  render: false'),
      'content/list.md': said('build:', '  list: never'),
      'content/head/index.md': said('headless: true'),
      'content/search.md': said('params:', '  excludeSearch: true'),
      'content/docsy.md': said('exclude_search: true'),
      'content/json.md': '{\n  "title": "T",\n  "draft": true\n}\nText.',
      'content/embargo/a.md': '',
      'content/examples/_index.md': said(
        'cascade:',
        '  - target: { kind: page }',
        '    build: { render: never }',
      ),
      'content/examples/a.md': '',
      'content/team/_index.md': said('cascade:', '  groups: [team]'),
      'content/team/a.md': '',
      'content/team/open.md': said('groups: []'),
      'content/broken/_index.md': '---\ncascade: [draft\n---\n',
      'content/broken/a.md': '',
    },
    {
      'content/_index.md': 'listed',
      'content/internal/s.md': 'not built',
      'content/x.wip.md': 'not built',
      'content/a.fr.md': 'not built',
      'content/~notes.md~': 'not built',
      'content/future.md': 'before',
      'content/dated.md': 'before',
      'content/past.md': 'listed',
      'content/gone.md': 'after',
      'content/upper.md': 'before',
      'content/odd.md': 'absent',
      'content/never.md': 'absent',
      'content/link.md': 'absent',
      'content/off.md': 'absent',
      'content/list.md': 'unlisted',
      'content/head/index.md': 'absent',
      'content/search.md': 'unlisted',
      'content/docsy.md': 'unlisted',
      'content/json.md': 'draft',
      'content/embargo/a.md': 'draft',
      'content/examples/_index.md': 'listed',
      'content/examples/a.md': 'absent',
      'content/team/a.md': 'for team',
      'content/team/open.md': 'listed',
      'content/broken/a.md': 'absent',
    },
  ],
  [
    'Hugo that builds the future',
    { 'hugo.yaml': 'baseURL: x\nbuildFuture: true\n', 'content/a.md': said('date: 2099-01-01') },
    { 'content/a.md': 'listed' },
  ],
  [
    'Jekyll',
    {
      '_config.yml':
        'title: X\nexclude: [internal/, "*.wip.md"]\ncollections:\n  guides:\n    output: true\n  data: {}\ndefaults:\n  - scope: { path: hidden }\n    values: { published: false }\n  - scope: { path: "" }\n    values: { layout: default }\n',
      'index.md': '',
      'internal/a.md': '',
      'a/b.wip.md': '',
      '_drafts/d.md': '',
      '_includes/i.md': '',
      '_guides/g.md': '',
      '_data/d.md': '',
      '_posts/2020-01-01-a.md': '',
      '_posts/2099-01-01-b.md': '',
      'p.md': said('published: false'),
      'hidden/a.md': '',
      'hidden/b.md': said('published: true'),
      's.md': said('search_exclude: true'),
    },
    {
      'index.md': 'listed',
      'internal/a.md': 'not built',
      'a/b.wip.md': 'not built',
      '_drafts/d.md': 'not built',
      '_includes/i.md': 'not built',
      '_guides/g.md': 'listed',
      '_data/d.md': 'not built',
      '_posts/2020-01-01-a.md': 'listed',
      '_posts/2099-01-01-b.md': 'before',
      'p.md': 'absent',
      'hidden/a.md': 'absent',
      'hidden/b.md': 'listed',
      's.md': 'unlisted',
    },
  ],
  [
    'Mintlify',
    {
      'docs.json': docsJson('index', 'a', 'n'),
      '.mintignore': 'drafts/\n*.draft.mdx\n',
      'index.mdx': '',
      'a.mdx': said('hidden: true'),
      'n.mdx': said('noindex: true'),
      'drafts/d.mdx': '',
      'x.draft.mdx': '',
      'unlisted.mdx': '',
      'README.md': '',
    },
    {
      'index.mdx': 'listed',
      'a.mdx': 'unlisted',
      'n.mdx': 'unlisted',
      'drafts/d.mdx': 'not built',
      'x.draft.mdx': 'not built',
      'unlisted.mdx': 'unlisted',
      'README.md': 'not built',
    },
  ],
  [
    'Nextra',
    {
      'content/_meta.js':
        "export default { index: { display: 'hidden' }, a: 'A', secret: { title: 'S', display: 'hidden' }, old: { display: 'hidden' } }",
      'content/index.mdx': '',
      'content/a.mdx': '',
      'content/secret.mdx': '',
      'content/old/a.mdx': '',
      'content/s.mdx': said('searchable: false'),
    },
    {
      'content/index.mdx': 'listed',
      'content/a.mdx': 'listed',
      'content/secret.mdx': 'unlisted',
      'content/old/a.mdx': 'unlisted',
      'content/s.mdx': 'unlisted',
    },
  ],
  [
    'Fumadocs',
    {
      'source.config.ts':
        "export const docs = defineDocs({ dir: 'content/docs', docs: { files: ['**/*.mdx', '!**/internal/**'] } })",
      'content/docs/meta.json': '{}',
      'content/docs/a.mdx': '',
      'content/docs/internal/a.mdx': '',
    },
    { 'content/docs/a.mdx': 'listed', 'content/docs/internal/a.mdx': 'not built' },
  ],
  [
    'Starlight',
    {
      'astro.config.mjs': 'export default {}',
      'src/content/docs/index.md': '',
      'src/content/docs/p.md': said('pagefind: false'),
      'src/content/docs/d.md': said('draft: true'),
      'src/content/docs/_x.md': '',
    },
    {
      'src/content/docs/index.md': 'listed',
      'src/content/docs/p.md': 'unlisted',
      'src/content/docs/d.md': 'draft',
      'src/content/docs/_x.md': 'not built',
    },
  ],
  [
    'mdBook and GitBook',
    {
      'book.toml': '[book]\ntitle = "X"\n',
      'src/SUMMARY.md': '- [A](a.md)\n- [Draft]()\n',
      'src/a.md': '',
      'src/b.md': '',
    },
    { 'src/a.md': 'listed', 'src/b.md': 'hidden' },
  ],
  [
    'GitBook',
    {
      '.gitbook.yaml': 'root: ./\n',
      'SUMMARY.md': '* [A](a.md)\n* [N](n.md)\n',
      'a.md': '',
      'n.md': said('noIndex: true'),
      'b.md': '',
    },
    { 'a.md': 'listed', 'n.md': 'unlisted', 'b.md': 'hidden' },
  ],
  [
    'Antora',
    {
      'antora.yml': 'name: x\nversion: ~\nasciidoc:\n  attributes:\n    page-groups: staff@\n',
      'modules/ROOT/pages/a.adoc': '= A\n\nText.',
      'modules/ROOT/pages/_b.adoc': '= B\n',
      'modules/ROOT/pages/c.adoc': '= C\n:page-groups: owners\n:page-noindex:\n',
      'modules/ROOT/pages/d.adoc': '= D\n:page-hidden:true\n',
      'modules/ROOT/pages/e.adoc': 'ifdef::env[]\n:page-draft:\nendif::[]\n= E\n',
    },
    {
      'modules/ROOT/pages/a.adoc': 'for staff',
      'modules/ROOT/pages/_b.adoc': 'not built',
      'modules/ROOT/pages/c.adoc': 'unlisted',
      'modules/ROOT/pages/d.adoc': 'absent',
      'modules/ROOT/pages/e.adoc': 'draft',
    },
  ],
  [
    'a plain folder',
    {
      'a.md': '',
      'h.md': said('hidden: true'),
      'yes.md': said('hidden: yes'),
      'one.md': said('draft: 1'),
      'odd.md': said('draft: maybe'),
      'no.md': said('draft: no', 'hidden: "false"'),
      'upper.md': said('Draft: true'),
      'merged.md': said('base: &base', '  hidden: true', '<<: *base'),
      'groups.md': said('Groups: staff'),
      'colon.md': '---\ntitle: Secret: two\nhidden: true\n---\n',
      'twice.md': '---\ntitle: A\ntitle: B\n---\n',
      'open.md': '---\n# note\ntitle: A\nhidden: true\n\nText.',
      'language.md': '---toml\ndraft = true\n---\n',
      'script.md': '---js\n{ draft: true }\n---\n',
      'toml.md': '+++\ndraft = \n+++\n',
      'json.md': '{"title": "A", "hidden": true}\n\nText.',
      'json-broken.md': '{"title": "A", "hidden": true\n\nText.',
      'rule.md': '---\n\nText below a rule.\n',
      'braces.md': '{{ liquid }} text',
      'a.adoc': '= A\n:page-published: false\n',
    },
    {
      'a.md': 'listed',
      'h.md': 'hidden',
      'yes.md': 'hidden',
      'one.md': 'draft',
      'odd.md': 'draft',
      'no.md': 'listed',
      'upper.md': 'draft',
      'merged.md': 'hidden',
      'groups.md': 'for staff',
      'colon.md': 'hidden',
      'twice.md': 'absent',
      'open.md': 'absent',
      'language.md': 'draft',
      'script.md': 'absent',
      'toml.md': 'absent',
      'json.md': 'hidden',
      'json-broken.md': 'absent',
      'rule.md': 'listed',
      'braces.md': 'listed',
      'a.adoc': 'absent',
    },
  ],
])('%s', (_name, tree, expected) => {
  test.each(Object.entries(expected))('shows %s: %s', (file, state) => {
    expect(shown(tree, file)).toBe(state)
  })
})
