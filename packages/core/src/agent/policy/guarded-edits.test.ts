import { describe, expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { deleteFile } from '../tools/delete-file.ts'
import { editFile } from '../tools/edit-file.ts'
import { moveFile } from '../tools/move-file.ts'
import { writeFile } from '../tools/write-file.ts'
import { WritePolicy } from './write-policy.ts'

const CODE = [
  'conf.py',
  'docs/Conf.PY',
  'docs/conf.py.',
  'docs/c\u043enf.py',
  'docs/conf.\uff50y',
  'docs/conf.py:x.md',
  'hooks.py',
  'main.py',
  'scripts/build_docs.py',
  '_plugins/x.rb',
  '_includes/head.html',
  '_layouts/default.md',
  'overrides/main.html',
  'theme/index.hbs',
  'themes/x/layouts/index.html',
  'layouts/shortcodes/x.html',
  'layouts/partials/x.html',
  'layouts/index.json',
  '.vitepress/theme/index.ts',
  '.vitepress/theme/style.css',
  '.vitepress/components/A.vue',
  'src/components/A.jsx',
  'src/components/A.tsx',
  'src/pages/index.js',
  'docs/A.vue',
  'docs/A.astro',
  'snippets/a.jsx',
  'gatsby-node.js',
  'next.config.mjs',
  'mdx-components.tsx',
  'source.config.ts',
  'content.config.ts',
  'antora-playbook.yml',
  'local-antora-playbook.yml',
  'netlify.toml',
  'vercel.json',
  '.readthedocs.yaml',
  'action.yml',
  'package.json',
  'docs/package.json',
  '.npmrc',
  'pyproject.toml',
  'requirements.txt',
  'docs/requirements.txt',
  'Gemfile',
  'Makefile',
  'docs/make.bat',
  'build.sh',
  'Dockerfile',
  '.gitattributes',
  '.gitmodules',
  '.githooks/pre-commit',
  '.devcontainer/devcontainer.json',
  'docfx.json',
  'typedoc.json',
  'book.json',
  'Doxyfile',
  'docs/.eleventy.js',
  'docs/posts.11tydata.json',
  '.remarkrc.json',
  'redocly.yaml',
  'bin/tool',
  'docs/macros.jinja',
  'docs/filter.lua',
  'docs/style.scss',
  'supplemental-ui/partials/head.hbs',
]

describe('code that a build of the documentation runs', () => {
  test.each(CODE)('%s can be neither written, moved, nor deleted', async (path) => {
    const scene = toolScene({ [path]: 'x', 'a.txt': 'x' })
    expect(await scene.call(writeFile, { path, content: 'y' })).toMatch(
      /^error: .*(?:agent\.allowPaths|protected)/,
    )
    expect(await scene.call(editFile, { path, old_text: 'x', new_text: 'y' })).toMatch(/^error: /)
    expect(await scene.call(moveFile, { from: path, to: 'b.txt' })).toMatch(/^error: /)
    expect(await scene.call(moveFile, { from: 'a.txt', to: `new/${path}` })).toMatch(/^error: /)
    expect(await scene.call(deleteFile, { path })).toMatch(/^error: /)
    expect(await scene.workspace.changes()).toEqual([])
  })

  test.each([
    'index.md',
    'docs/a.mdx',
    'docs/a.rst',
    'modules/ROOT/pages/a.adoc',
    'modules/ROOT/partials/a.adoc',
    'docs/_partials/a.mdx',
    'docs/theme/colors.md',
    'docs/layouts/grid.mdx',
    'img/logo.png',
    'static/video.mp4',
    'docs/a.drawio',
    'docs.json',
    'docs/_category_.json',
    'docs/meta.json',
    'docs/.pages',
    'data/versions.yaml',
    '_data/menu.yml',
    'openapi.yaml',
    'locale/de/a.po',
    '_redirects',
    'public/robots.txt',
    'docs/table.csv',
    '_toc.yml',
    'SUMMARY.md',
  ])('%s is documentation', async (path) => {
    const scene = toolScene({})
    expect(await scene.call(writeFile, { path, content: 'x' })).toBe(`Created ${path}.`)
    expect(await scene.call(deleteFile, { path })).toContain(`Deleted ${path}.`)
  })

  test('is written where the operator allows it, but for the rest of the protected files', async () => {
    const scene = toolScene({})
    const policy = new WritePolicy('', [], undefined, ['docs/snippets/**', 'conf.py', 'package.json'])
    const context = { ...scene.context, policy }
    const run = (path: string) =>
      writeFile(context).run(
        { path, content: 'x' },
        { toolCallId: '1', signal: new AbortController().signal },
      )
    expect((await run('docs/snippets/a.py')).isError).toBeFalsy()
    expect((await run('conf.py')).isError).toBeFalsy()
    expect((await run('package.json')).isError).toBe(true)
    expect((await run('docs/b.py')).isError).toBe(true)
  })
})

const MKDOCS = `site_name: X
plugins:
  - search
  - redirects:
      redirect_maps:
        old.md: a.md
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - Home: index.md
  - A: a.md
`
const VITEPRESS = `import { defineConfig } from 'vitepress'
export default defineConfig({
  title: 'X',
  themeConfig: {
    nav: [{ text: 'Home', link: '/' }],
    sidebar: { '/': guide() },
  },
  vite: { plugins: [x('a')] },
})
function guide() {
  return [{ text: 'A', link: '/a' }]
}
`
const SIDEBARS = `module.exports = {
  docs: ['intro', { type: 'category', label: 'B', items: ['b'] }, ...generated()],
}
`

describe('a configuration that also runs code', () => {
  const cases: [string, string, string, string, boolean][] = [
    ['mkdocs.yml', MKDOCS, '  - A: a.md', '  - A: a.md\n  - B:\n      - b.md', true],
    ['mkdocs.yml', MKDOCS, 'old.md: a.md', 'old.md: a.md\n        older.md: a.md', true],
    ['mkdocs.yml', MKDOCS, '  - search', '  - search\n  - macros', false],
    ['mkdocs.yml', MKDOCS, 'nav:', 'hooks:\n  - data.md\nnav:', false],
    ['mkdocs.yml', MKDOCS, 'nav:', 'INHERIT: x.yml\nnav:', false],
    ['mkdocs.yml', MKDOCS, '  - A: a.md', '  - A: !!python/object/apply:os.system ["id"]', false],
    ['mkdocs.yml', MKDOCS, '  - A: a.md', '  - A: !ENV SECRET', false],
    ['mkdocs.yml', MKDOCS, '  - A: a.md', '  - A: a.md\nnav:\n  - B: b.md', false],
    ['mkdocs.yml', MKDOCS, '  - A: a.md', '  - A: javascript:alert(1)', false],
    ['mkdocs.yml', MKDOCS, 'twemoji', 'other', false],
    ['config/base.yml', MKDOCS, '  - search', '  - macros', false],
    ['.vitepress/config.ts', VITEPRESS, "link: '/' }", "link: '/' }, { text: 'B', link: '/b' }", true],
    ['.vitepress/config.ts', VITEPRESS, "link: '/a' }", "link: '/a' }, { text: 'B', link: '/b' }", true],
    ['.vitepress/config.ts', VITEPRESS, "x('a')", "x('b')", false],
    ['.vitepress/config.ts', VITEPRESS, "link: '/' }", "link: '/' }, run('x')", false],
    ['.vitepress/config.ts', VITEPRESS, "link: '/' }", "link: '/' }, // x\rrun('x')\n", false],
    ['.vitepress/config.ts', VITEPRESS, "text: 'Home'", "text: '<img src=x onerror=alert(1)>'", false],
    ['.vitepress/config.ts', VITEPRESS, "link: '/' }", "link: 'javascript:alert(1)' }", false],
    ['.vitepress/config.ts', VITEPRESS, "title: 'X'", "title: 'X', head: [['script', {}, 'x()']]", false],
    ['.vitepress/config.ts', VITEPRESS, '  title', '  buildEnd() { run() },\n  title', false],
    ['sidebars.js', SIDEBARS, "'intro'", "'intro', 'start'", true],
    ['sidebars.js', SIDEBARS, "items: ['b']", "items: ['b', { type: 'doc', id: 'c' }]", true],
    ['sidebars.js', SIDEBARS, "'intro'", "'intro', require('child_process').execSync('id')", false],
    ['sidebars.js', SIDEBARS, "'intro'", ['`$', '{run()}`'].join(''), false],
    ['sidebars.js', SIDEBARS, "'intro'", '{ get a() { return run() } }', false],
    ['sidebars.js', SIDEBARS, "'intro'", '{ [run()]: 1 }', false],
    ['sidebars.js', SIDEBARS, 'module.exports', "import('x')\nmodule.exports", false],
    ['hugo.toml', 'baseURL = "x"\n[[menu.main]]\nname = "A"\n', 'name = "A"', 'name = "B"', true],
    [
      'hugo.toml',
      'baseURL = "x"\n',
      'baseURL = "x"',
      'baseURL = "x"\n[security.exec]\nallow = ["sh"]',
      false,
    ],
    ['_config.yml', 'title: X\n', 'title: X', 'title: X\nplugins: [x]', false],
    [
      'book.toml',
      '[book]\ntitle = "X"\n',
      'title = "X"',
      'title = "X"\n[preprocessor.x]\ncommand = "sh"',
      false,
    ],
    ['antora.yml', 'name: x\nnav:\n- a.adoc\n', '- a.adoc', '- a.adoc\n- b.adoc', true],
    ['antora.yml', 'name: x\n', 'name: x', 'name: x\next:\n  collector:\n    run:\n      command: x', false],
    [
      'myst.yml',
      'project:\n  toc:\n    - file: a.md\n',
      '- file: a.md',
      '- file: a.md\n    - file: b.md',
      true,
    ],
    ['myst.yml', 'project:\n  title: X\n', '  title: X', '  title: X\n  plugins: [x.mjs]', false],
    [
      '_quarto.yml',
      'project:\n  type: website\n',
      '  type: website',
      '  type: website\n  pre-render: x.py',
      false,
    ],
    ['data/versions.yml', 'a: 1\n', 'a: 1', 'a: 1\nhooks: 2', true],
  ]
  test.each(cases)('%s: %#', async (path, before, old_text, new_text, isAllowed) => {
    const scene = toolScene({ [path]: before })
    const said = await scene.call(editFile, { path, old_text, new_text })
    expect(said, new_text).toMatch(isAllowed ? /^Replaced/ : /^error: .*agent\.allowPaths/s)
    const content = before.replace(old_text, () => new_text)
    const other = toolScene({ [path]: before })
    expect(await other.call(writeFile, { path, content })).toMatch(isAllowed ? /^Replaced/ : /^error: /)
  })

  test('is not made anew, nor put in place of another, but for navigation alone', async () => {
    const scene = toolScene({ 'data.yml': MKDOCS.replace('markdown_extensions', 'x'), 'a.txt': VITEPRESS })
    expect(await scene.call(writeFile, { path: 'mkdocs.yml', content: MKDOCS })).toMatch(/^error: /)
    expect(await scene.call(moveFile, { from: 'data.yml', to: 'mkdocs.yml' })).toMatch(/^error: /)
    expect(await scene.call(moveFile, { from: 'a.txt', to: '.vitepress/config.ts' })).toMatch(/^error: /)
    const meta = "import type { Meta } from 'nextra'\n\nexport default { index: 'Intro' } satisfies Meta\n"
    expect(await scene.call(writeFile, { path: 'pages/_meta.ts', content: meta })).toMatch(/^Created/)
    const code = 'export default { index: run() }\n'
    expect(await scene.call(writeFile, { path: 'pages/x/_meta.ts', content: code })).toMatch(/^error: /)
  })

  test('stays where it is', async () => {
    const scene = toolScene({ 'mkdocs.yml': MKDOCS, '.vitepress/config.ts': VITEPRESS })
    expect(await scene.call(moveFile, { from: 'mkdocs.yml', to: 'old.yml' })).toMatch(/^error: /)
    expect(await scene.call(deleteFile, { path: '.vitepress/config.ts' })).toMatch(/^error: /)
  })
})
