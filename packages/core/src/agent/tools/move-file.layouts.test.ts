import { describe, expect, test } from 'vitest'
import { type ToolScene, toolScene } from '../../../test/tool-scene.ts'
import { checkDocs } from './check-docs.ts'
import { deleteFile } from './delete-file.ts'
import { moveFile } from './move-file.ts'

interface LayoutCase {
  files: Record<string, string>
  from: string
  to: string
  /** Another page, and its links to the one that moves: before and after. */
  page: string
  links: [before: string, after: string][]
  /** Links of the page that moves: before and after. */
  own: [before: string, after: string][]
  /** What other files hold afterwards. */
  changed?: Record<string, string>
  /** Of the tool's answer, without its first line and the pages with rewritten links. */
  told: string[]
  /** Lines that the tool tells of once the page is deleted instead, beside the page with the links. */
  listed?: string[]
  siteUrl?: string
  docsPath?: string
}

const HOST = (from: string, to: string) =>
  `No redirect was added: whoever serves the site has to send ${from} to ${to}.`
const HOME = '# Home\n'
const USE = '# Use\n'

const LAYOUTS: Record<string, LayoutCase> = {
  mintlify: {
    files: {
      'docs.json': '{"navigation": ["index", "setup/install", "setup/use"]}',
      'index.mdx': HOME,
      'setup/use.mdx': USE,
      'img/a.png': 'x',
    },
    from: 'setup/install.mdx',
    to: 'guides/start/installation.mdx',
    page: 'setup/use.mdx',
    links: [
      ['/setup/install', '/guides/start/installation'],
      ['/setup/install/?a=b#run', '/guides/start/installation/?a=b#run'],
      ['/setup/install.mdx#run', '/guides/start/installation.mdx#run'],
      ['install', '../guides/start/installation'],
      ['./install.mdx', '../guides/start/installation.mdx'],
    ],
    own: [
      ['./use#use', '../../setup/use#use'],
      ['use.mdx', '../../setup/use.mdx'],
      ['/setup/use', '/setup/use'],
      ['../img/a.png', '../../img/a.png'],
      ['/img/a.png', '/img/a.png'],
      ['#run', '#run'],
    ],
    changed: {
      'docs.json':
        '{"navigation": ["index", "guides/start/installation", "setup/use"],\n"redirects": [\n  { "source": "/setup/install", "destination": "/guides/start/installation" }\n]}',
    },
    told: [
      'In docs.json: renamed its entry, added a redirect from /setup/install to /guides/start/installation.',
    ],
    listed: ['In docs.json: removed its entry.'],
  },
  docusaurus: {
    files: {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] }",
      'sidebars.json':
        '{"docs": ["intro", {"type": "category", "label": "guides/install", "link": {"type": "doc", "id": "guides/install"}, "items": ["guides/install"]}]}',
      'docs/intro.md': HOME,
      'docs/02-guides/02-use.md': USE,
      'docs/02-guides/a.png': 'x',
      'static/img/b.png': 'x',
    },
    from: 'docs/02-guides/01-install.md',
    to: 'docs/03-setup/01-begin.md',
    page: 'docs/02-guides/02-use.md',
    links: [
      ['./01-install.md#run', '../03-setup/01-begin.md#run'],
      ['01-install.md', '../03-setup/01-begin.md'],
      ['/docs/guides/install', '/docs/setup/begin'],
      ['/docs/guides/install/#run', '/docs/setup/begin/#run'],
      ['/02-guides/01-install.md', '/03-setup/01-begin.md'],
      ['@site/docs/02-guides/01-install.md', '@site/docs/03-setup/01-begin.md'],
      ['install', '../setup/begin'],
      ['./install?a=b', '../setup/begin?a=b'],
    ],
    own: [
      ['./02-use.md', '../02-guides/02-use.md'],
      ['../intro.md', '../intro.md'],
      ['use', '../guides/use'],
      ['/docs/guides/use', '/docs/guides/use'],
      ['a.png', '../02-guides/a.png'],
      ['@site/static/img/b.png', '@site/static/img/b.png'],
    ],
    changed: {
      'sidebars.json':
        '{"docs": ["intro", {"type": "category", "label": "guides/install", "link": {"type": "doc", "id": "setup/begin"}, "items": ["setup/begin"]}]}',
    },
    told: ['In sidebars.json: renamed its entry.', HOST('/docs/guides/install', '/docs/setup/begin')],
  },
  'docusaurus with a sidebar that is code, and an address of its own': {
    files: {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] }",
      'sidebars.js': "module.exports = { docs: [\n  'guides/install',\n  'intro',\n] }",
      'docs/intro.md': HOME,
    },
    from: 'docs/guides/install.md',
    to: 'docs/guides/begin.md',
    page: 'docs/intro.md',
    links: [
      ['guides/install.md', 'guides/begin.md'],
      ['/docs/guides/install', '/docs/guides/begin'],
      ['guides/install', 'guides/begin'],
    ],
    own: [['../intro', '../intro']],
    changed: { 'sidebars.js': "module.exports = { docs: [\n  'guides/begin',\n  'intro',\n] }" },
    told: ['In sidebars.js: renamed its entry.', HOST('/docs/guides/install', '/docs/guides/begin')],
    listed: ['In sidebars.js: removed its entry.'],
  },
  starlight: {
    siteUrl: 'https://example.com/manual/',
    files: {
      'astro.config.mjs':
        "export default { integrations: [starlight({ sidebar: [\n{ slug: 'guides/install' },\n{ slug: 'guides/use' }] })] }",
      'src/content/docs/index.mdx': HOME,
      'src/content/docs/guides/use.md': USE,
      'src/assets/a.png': 'x',
    },
    from: 'src/content/docs/guides/Install.md',
    to: 'src/content/docs/setup/First Steps.md',
    page: 'src/content/docs/guides/use.md',
    links: [
      ['/guides/install/#run', '/setup/first-steps/#run'],
      ['/manual/guides/install', '/manual/setup/first-steps'],
      ['../install/', '../../setup/first-steps/'],
      ['./Install.md', '../setup/First%20Steps.md'],
    ],
    own: [
      ['../use/', '../../guides/use/'],
      ['./use.md', '../guides/use.md'],
      ['../../../assets/a.png', '../../../assets/a.png'],
    ],
    changed: {
      'astro.config.mjs':
        "export default { integrations: [starlight({ sidebar: [\n{ slug: 'setup/first-steps' },\n{ slug: 'guides/use' }] })] }",
    },
    told: ['In astro.config.mjs: renamed its entry.', HOST('/guides/install', '/setup/first-steps')],
    listed: ['In astro.config.mjs: removed its entry.'],
  },
  vitepress: {
    files: {
      'docs/.vitepress/config.ts': 'export default {}',
      'docs/index.md': HOME,
      'docs/guide/use.md': USE,
      'docs/public/a.png': 'x',
    },
    from: 'docs/guide/index.md',
    to: 'docs/start.md',
    page: 'docs/guide/use.md',
    links: [
      ['./index.md#run', '../start.md#run'],
      ['./', '../start'],
      ['index.html', '../start.html'],
      ['/guide/', '/start/'],
      ['/guide/index', '/start'],
      ['/guide/index.md', '/start.md'],
    ],
    own: [
      ['./use', './guide/use'],
      ['use.html', 'guide/use.html'],
      ['../', './'],
      ['/a.png', '/a.png'],
    ],
    told: [HOST('/guide', '/start')],
  },
  nextra: {
    files: {
      'pages/_meta.json': '{"index": "Home", "guides": "Guides", "setup": "Setup"}',
      'pages/guides/_meta.json': '{\n  "install": { "title": "Install" },\n  "use": "Use"\n}',
      'pages/setup/_meta.json': '{\n  "more": "More"\n}',
      'pages/index.mdx': HOME,
      'pages/guides/use.mdx': USE,
      'pages/setup/more.mdx': '# More\n',
      'public/a.png': 'x',
    },
    from: 'pages/guides/install.mdx',
    to: 'pages/setup/begin.mdx',
    page: 'pages/guides/use.mdx',
    links: [
      ['/guides/install#run', '/setup/begin#run'],
      ['./install', '../setup/begin'],
      ['./install.mdx', '../setup/begin.mdx'],
    ],
    own: [
      ['./use', '../guides/use'],
      ['/guides/use', '/guides/use'],
      ['/a.png', '/a.png'],
    ],
    changed: {
      'pages/guides/_meta.json': '{\n  "use": "Use"\n}',
      'pages/setup/_meta.json': '{\n  "more": "More",\n  "begin": { "title": "Install" }\n}',
    },
    told: [
      'In pages/guides/_meta.json: renamed its entry.',
      'In pages/setup/_meta.json: renamed its entry.',
      HOST('/guides/install', '/setup/begin'),
    ],
    listed: ['In pages/guides/_meta.json: removed its entry.'],
  },
  fumadocs: {
    files: {
      'source.config.ts': 'x',
      'content/docs/meta.json': '{"pages": ["index", "guides", "setup"]}',
      'content/docs/guides/meta.json': '{"title": "Guides", "pages": ["install", "use"]}',
      'content/docs/setup/meta.json': '{"title": "Setup", "pages": ["more"]}',
      'content/docs/index.mdx': HOME,
      'content/docs/guides/use.mdx': USE,
      'content/docs/setup/more.mdx': '# More\n',
    },
    from: 'content/docs/guides/install.mdx',
    to: 'content/docs/setup/begin.mdx',
    page: 'content/docs/guides/use.mdx',
    links: [
      ['/docs/guides/install#run', '/docs/setup/begin#run'],
      ['./install.mdx', '../setup/begin.mdx'],
      ['install', '../setup/begin'],
    ],
    own: [
      ['./use.mdx', '../guides/use.mdx'],
      ['../', '../'],
    ],
    changed: {
      'content/docs/guides/meta.json': '{"title": "Guides", "pages": ["use"]}',
      'content/docs/setup/meta.json': '{"title": "Setup", "pages": ["more", "begin"]}',
    },
    told: [
      'In content/docs/guides/meta.json: renamed its entry.',
      'In content/docs/setup/meta.json: renamed its entry.',
      HOST('/docs/guides/install', '/docs/setup/begin'),
    ],
    listed: ['In content/docs/guides/meta.json: removed its entry.'],
  },
  'fumadocs with groups': {
    files: {
      'source.config.ts': 'x',
      'content/docs/meta.json': '{"pages": ["index", "(one)/deep"]}',
      'content/docs/index.mdx': HOME,
    },
    from: 'content/docs/(one)/deep.mdx',
    to: 'content/docs/(two)/deep.mdx',
    page: 'content/docs/index.mdx',
    links: [
      ['/docs/deep', '/docs/deep'],
      ['./%28one%29/deep.mdx#run', './%28two%29/deep.mdx#run'],
    ],
    own: [['../index.mdx', '../index.mdx']],
    changed: { 'content/docs/meta.json': '{"pages": ["index", "(two)/deep"]}' },
    told: ['In content/docs/meta.json: renamed its entry.'],
  },
  mkdocs: {
    files: {
      'mkdocs.yml':
        'nav:\n  - index.md\n  - Install: "setup/install.md"  # first\n  - setup/use.md\nplugins:\n  - search\n  - redirects:\n      redirect_maps:\n        old.md: setup/install.md\n',
      'docs/index.md': HOME,
      'docs/setup/use.md': USE,
      'docs/img/a.png': 'x',
    },
    from: 'docs/setup/install.md',
    to: 'docs/begin.md',
    page: 'docs/setup/use.md',
    links: [
      ['install.md#run', '../begin.md#run'],
      ['./install.md', '../begin.md'],
      ['../install/', '../../begin/'],
    ],
    own: [
      ['use.md', 'setup/use.md'],
      ['../use/#use', '../setup/use/#use'],
      ['../index.md', './index.md'],
      ['../img/a.png', './img/a.png'],
    ],
    changed: {
      'mkdocs.yml':
        'nav:\n  - index.md\n  - Install: "begin.md"  # first\n  - setup/use.md\nplugins:\n  - search\n  - redirects:\n      redirect_maps:\n        setup/install.md: begin.md\n        old.md: begin.md\n',
    },
    told: ['In mkdocs.yml: renamed its entry, added a redirect from /setup/install to /begin.'],
    listed: ['In mkdocs.yml: removed its entry.'],
  },
  mdbook: {
    files: {
      'book.toml': '[book]\ntitle = "Tides"\n\n[output.html.redirect]\n"old.html" = "setup/install.html"\n',
      'src/SUMMARY.md':
        '# Summary\n\n[Home](README.md)\n\n# Setup\n\n- [Install](./setup/install.md)\n  - [Use](setup/use.md)\n',
      'src/README.md': HOME,
      'src/setup/use.md': USE,
      'src/img/a.png': 'x',
    },
    from: 'src/setup/install.md',
    to: 'src/begin.md',
    page: 'src/setup/use.md',
    links: [
      ['install.md#run', '../begin.md#run'],
      ['./install.html', '../begin.html'],
    ],
    own: [
      ['use.md', 'setup/use.md'],
      ['../README.md', './README.md'],
      ['../img/a.png', './img/a.png'],
    ],
    changed: {
      'book.toml':
        '[book]\ntitle = "Tides"\n\n[output.html.redirect]\n"setup/install.html" = "../begin.html"\n"old.html" = "begin.html"\n',
      'src/SUMMARY.md':
        '# Summary\n\n[Home](README.md)\n\n# Setup\n\n- [Install](./begin.md)\n  - [Use](setup/use.md)\n',
    },
    told: [
      'In src/SUMMARY.md: renamed its entry.',
      'In book.toml: renamed its entry, added a redirect from /setup/install.html to /begin.html.',
    ],
  },
  gitbook: {
    files: {
      '.gitbook.yaml': 'root: ./docs/\n',
      'docs/SUMMARY.md':
        '# Table of contents\n\n* [Home](README.md)\n* [Install](setup/in\\_stall.md)\n* [Use](setup/use.md)\n',
      'docs/README.md': HOME,
      'docs/setup/use.md': USE,
    },
    from: 'docs/setup/in_stall.md',
    to: 'docs/begin.md',
    page: 'docs/setup/use.md',
    links: [['in_stall.md#run', '../begin.md#run']],
    own: [
      ['use.md', 'setup/use.md'],
      ['../', './'],
    ],
    changed: {
      'docs/SUMMARY.md':
        '# Table of contents\n\n* [Home](README.md)\n* [Install](begin.md)\n* [Use](setup/use.md)\n',
    },
    told: ['In docs/SUMMARY.md: renamed its entry.', HOST('/setup/in_stall', '/begin')],
    listed: ['In docs/SUMMARY.md: removed its entry.'],
  },
  hugo: {
    files: {
      'hugo.toml': "baseURL = 'https://example.com'\n",
      'content/_index.md': HOME,
      'content/guides/_index.md': '# Guides\n',
      'content/guides/use/index.md': USE,
      'content/guides/use/a.png': 'x',
      'static/b.png': 'x',
    },
    from: 'content/guides/install.md',
    to: 'content/setup/begin/index.md',
    page: 'content/guides/use/index.md',
    links: [
      ['/guides/install/#run', '/setup/begin/#run'],
      ['../install/', '../../setup/begin/'],
      ['../install.md', '../../setup/begin/index.md'],
      ['{{< relref "/guides/install.md" >}}', '{{< relref "/setup/begin/index.md" >}}'],
      ['{{< ref "../install#run" >}}', '{{< ref "../../setup/begin#run" >}}'],
      ['{{% relref path="install" lang="en" %}}', '{{% relref path="/setup/begin" lang="en" %}}'],
    ],
    own: [
      ['../use/', '../../guides/use/'],
      ['{{< ref "use/index.md" >}}', '{{< ref "../../guides/use/index.md" >}}'],
      ['/b.png', '/b.png'],
    ],
    told: ['In content/setup/begin/index.md: added a redirect from /guides/install to /setup/begin.'],
  },
  'plain Markdown': {
    files: { 'index.md': HOME, 'guides/README.md': '# Guides\n', 'guides/use.md': USE, 'src/a.ts': 'x' },
    from: 'guides/install.md',
    to: 'install.md',
    page: 'guides/use.md',
    links: [
      ['install.md#run', '../install.md#run'],
      ['/guides/install', '/install'],
    ],
    own: [
      ['use.md', 'guides/use.md'],
      ['./', './guides'],
      ['../src/a.ts', './src/a.ts'],
    ],
    told: [HOST('/guides/install', '/install')],
  },
  'a configuration above the documentation folder': {
    docsPath: 'docs',
    files: {
      'docusaurus.config.js': 'module.exports = {}',
      'docs/intro.md': HOME,
      'docs/guides/use.md': USE,
      'README.md': '[install](docs/guides/install.md)\n',
    },
    from: 'docs/guides/install.md',
    to: 'docs/begin.md',
    page: 'docs/guides/use.md',
    links: [['/docs/guides/install', '/docs/begin']],
    own: [['./use.md', './guides/use.md']],
    told: [
      'These still link to the old place and were not changed: README.md:1.',
      HOST('/docs/guides/install', '/docs/begin'),
    ],
  },
}

const written = (links: readonly string[]) => `${links.map((link) => `[a](${link})`).join('\n\n')}\n`

function open(layout: LayoutCase): ToolScene {
  const { files, from, page, links, own, docsPath = '', siteUrl } = layout
  const linking = `${files[page]}\n${written(links.map(([before]) => before))}`
  const moving = `# Install\n\n## Run\n\n${written(own.map(([before]) => before))}`
  return toolScene(
    { ...files, [page]: linking, [from]: moving },
    siteUrl === undefined ? { docsPath } : { docsPath, siteUrl },
  )
}

const targets = (text = '') => [...text.matchAll(/\[a\]\((.*)\)/g)].map((match) => match[1])

describe.each(Object.entries(LAYOUTS))('move_file on %s', (_name, layout) => {
  const { from, to, page } = layout

  test('rewrites links in the style they have, and entries that are data, and tells the rest', async () => {
    const scene = open(layout)
    const told = (await scene.call(moveFile, { from, to })).split('\n')
    const isChanged = layout.links.some(([before, after]) => before !== after)
    expect(targets(await scene.text(page))).toEqual(layout.links.map(([, after]) => after))
    expect(targets(await scene.text(to))).toEqual(layout.own.map(([, after]) => after))
    for (const [file, text] of Object.entries(layout.changed ?? {})) expect(await scene.text(file)).toBe(text)
    expect(told).toEqual([
      `Moved ${from} to ${to}.`,
      ...(isChanged ? [`Rewrote the links to it in 1 pages: ${page}.`] : []),
      ...layout.told,
    ])
  })

  test('leaves to the checks only what it told', async () => {
    const scene = open(layout)
    const told = await scene.call(moveFile, { from, to })
    const checked = await scene.call(checkDocs, {})
    const left = checked.startsWith('All checks pass') ? [] : checked.split('\n')
    expect(left.filter((line) => !told.includes(line))).toEqual([])
  })

  test('delete_file tells each line that still leads to the page, and takes its entries out', async () => {
    const scene = open(layout)
    const before = (await scene.text(page))?.split('\n') ?? []
    const lines = layout.links.map(([link]) => before.indexOf(`[a](${link})`) + 1)
    const [deleted, linked, ...listed] = (await scene.call(deleteFile, { path: from })).split('\n')
    expect(deleted).toBe(`Deleted ${from}.`)
    expect(linked).toContain(`${page}:${lines.join(', ')}`)
    expect(listed).toEqual(layout.listed ?? listed)
  })
})

test('partials keep their imports, and files that are no pages are told of', async () => {
  const files = {
    'docusaurus.config.js': "module.exports = { custom: [\n{ at: '/docs/intro' }] }",
    'docs/_parts/part.mdx': 'Text.\n',
    'docs/intro.md': HOME,
    'docs/a.mdx': "import A from './_parts/part.mdx'\nimport B from '@site/docs/_parts/part.mdx'\n\n# A\n",
    'src/pages/index.js': 'x\n<Link to="/docs/intro/#home" />\n"/docs/introduction"\n',
  }
  const scene = toolScene(files)
  await scene.call(moveFile, { from: 'docs/_parts/part.mdx', to: 'docs/_shared/text.mdx' })
  expect(await scene.text('docs/a.mdx')).toBe(
    "import A from './_shared/text.mdx'\nimport B from '@site/docs/_shared/text.mdx'\n\n# A\n",
  )
  const named = 'docusaurus.config.js:2; src/pages/index.js:2.'
  expect(await scene.call(moveFile, { from: 'docs/intro.md', to: 'docs/start.md' })).toContain(
    `Other files name its old address: ${named}`,
  )
  const other = toolScene(files)
  expect(await other.call(deleteFile, { path: 'docs/intro.md' })).toContain(
    `Other files name its address: ${named}`,
  )
  expect(await other.call(deleteFile, { path: 'docs/_parts/part.mdx' })).toContain(
    'Still linked from docs/a.mdx:1, 2.',
  )
})

test('tells of links that cannot be written to lead to the page any more', async () => {
  const scene = toolScene({
    'docusaurus.config.js': 'module.exports = {}',
    'docs/install.md': '# Install\n',
    'docs/a.md': '# A\n\n[a](/docs/install)\n',
  })
  const told = await scene.call(moveFile, { from: 'docs/install.md', to: 'parts/install.md' })
  expect(told).toContain('Links here could not be written to lead where they did, mend them: docs/a.md:3.')
  expect(await scene.text('docs/a.md')).toContain('(/docs/install)')
})

test('knows documents of Docusaurus by the ids that they name, and images of other hosts', async () => {
  const image = '![a](https://img.example/a.png)'
  const scene = toolScene({
    'docusaurus.config.js': 'module.exports = {}',
    'sidebars.json': '{"docs": ["intro", "guides/first"]}',
    'docs/intro.md': HOME,
    'docs/guides/one.md': `---\nid: first\n---\n\n# One\n\n${image}\n`,
  })
  expect(await scene.call(moveFile, { from: 'docs/guides/one.md', to: 'docs/setup/two.md' })).toBe(
    [
      'Moved docs/guides/one.md to docs/setup/two.md.',
      'In sidebars.json: renamed its entry.',
      HOST('/docs/guides/first', '/docs/setup/first'),
    ].join('\n'),
  )
  expect(await scene.text('sidebars.json')).toBe('{"docs": ["intro", "setup/first"]}')
  expect(await scene.text('docs/setup/two.md')).toContain(image)
  expect(await scene.call(checkDocs, {})).toContain('All checks pass')
})

test('links by file of other versions and translations of Docusaurus are left to them', async () => {
  const link = '[a](/guides/one.md)'
  const german = 'i18n/de/docusaurus-plugin-content-docs'
  const pages = {
    'versioned_docs/version-1/intro.md': link,
    [`${german}/version-1/intro.md`]: link,
    [`${german}/current/intro.md`]: link,
    'docs/intro.md': link,
  }
  const scene = toolScene({
    ...pages,
    'docusaurus.config.js': "module.exports = { routeBasePath: '/' }",
    'versions.json': '["1"]',
    'docs/guides/one.md': '# One\n',
    'versioned_docs/version-1/guides/one.md': '# One\n',
  })
  await scene.call(moveFile, { from: 'docs/guides/one.md', to: 'docs/setup/two.md' })
  const texts = await Promise.all(Object.keys(pages).map((page) => scene.text(page)))
  expect(texts).toEqual([link, link, '[a](/setup/two.md)', '[a](/setup/two.md)'])
})
