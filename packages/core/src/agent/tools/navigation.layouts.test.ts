import { describe, expect, test } from 'vitest'
import { type ToolScene, toolScene } from '../../../test/tool-scene.ts'
import { checkDocs } from './check-docs.ts'
import { deleteFile } from './delete-file.ts'
import { moveFile } from './move-file.ts'

interface NavigationCase {
  files: Record<string, string>
  from: string
  to: string
  /** What the checks tell when the page goes and nothing else happens. */
  dead: string[]
  /** Texts of the files that list the page, once it moved and once it is deleted. */
  moved: Record<string, string>
  deleted: Record<string, string>
  docsPath?: string
}

const PAGES = (folder: string, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [`${folder}${name}`, `# ${name}\n`]))
const DEAD = (place: string, written: string) =>
  `- ${place} [navigation-missing-page] "${written}" leads to no page: add the page, or take the entry out.`
const DEAD_REDIRECT = (place: string, written: string) =>
  `- ${place} [navigation-missing-page] The redirect to "${written}" leads to no page: correct it, or take it out.`

const DOCUSAURUS_CONFIG = `export default {
  presets: [['classic', { docs: { sidebarPath: './sidebars.ts' } } satisfies Options]],
  plugins: [
    ['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'api', sidebarPath: require.resolve('./sidebars-api.js') }],
    ['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/old', to: '/docs/guides/install' }] }],
  ],
  themeConfig: {
    navbar: {
      items: [
        { type: 'doc', docId: 'intro', label: 'Docs' },
        { to: '/docs/guides/install', label: 'Install' }, // the way in
      ],
    },
    footer: {
      links: [{ title: 'Docs', items: [{ label: 'Install', to: '/docs/guides/install/' }] }, { title: 'More', items: [{ label: 'x', href: 'https://x.example' }] }],
    },
  },
}
`

const VITEPRESS_CONFIG = `import { defineConfig } from 'vitepress'
import { reference } from './sidebar'

// Guides come first.
const guides = [
  { text: 'Install', link: '/guide/install' },
  { text: 'Use', link: '/guide/use.html#top' },
] as const

export default defineConfig({
  themeConfig: {
    nav: [{ text: 'Guide', link: "/guide/install", activeMatch: '/guide/' }, { text: 'Host', link: 'https://x.example' }],
    sidebar: {
      '/guide/': { base: '/guide/', items: [{ text: 'A', link: 'install' }, { text: 'B', link: 'use' }] },
      '/': [{ text: 'All', items: [...guides, ...reference] }],
    },
  },
})
`

const CASES: Record<string, NavigationCase> = {
  'mintlify in several files': {
    files: {
      'docs.json':
        '{\n  "navigation": { "$ref": "./config/navigation.json" },\n  "redirects": { "$ref": "config/redirects.json" }\n}\n',
      'config/navigation.json': `{
  "groups": [
    { "group": "Start", "pages": ["index", "start/install"] },
    { "$ref": "./alone.json" }
  ]
}
`,
      'config/alone.json': '{ "group": "Alone", "pages": [\n  "start/install"\n] }\n',
      'config/redirects.json': '[\n  { "source": "/old", "destination": "/start/install" }\n]\n',
      ...PAGES('', 'index.mdx', 'start/install.mdx'),
    },
    from: 'start/install.mdx',
    to: 'setup/begin.mdx',
    dead: [
      '- config/navigation.json:3 [navigation-missing-page] "start/install" leads to no page: add start/install.mdx, or take the entry out.',
      '- config/alone.json:2 [navigation-missing-page] "start/install" leads to no page: add start/install.mdx, or take the entry out.',
      DEAD_REDIRECT('config/redirects.json:2', '/start/install'),
    ],
    moved: {
      'config/navigation.json': `{
  "groups": [
    { "group": "Start", "pages": ["index", "setup/begin"] },
    { "$ref": "./alone.json" }
  ]
}
`,
      'config/alone.json': '{ "group": "Alone", "pages": [\n  "setup/begin"\n] }\n',
      'config/redirects.json':
        '[\n  { "source": "/old", "destination": "/setup/begin" },\n  { "source": "/start/install", "destination": "/setup/begin" }\n]\n',
    },
    deleted: {
      'docs.json':
        '{\n  "navigation": { "$ref": "./config/navigation.json" },\n  "redirects": { "$ref": "config/redirects.json" }\n}\n',
      'config/navigation.json': `{
  "groups": [
    { "group": "Start", "pages": ["index"] }
  ]
}
`,
      'config/redirects.json': '[\n]\n',
    },
  },
  mintlify: {
    files: {
      'docs.json': `{
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["index", "start/install"] },
      { "group": "Alone", "pages": ["start/install"] }
    ]
  },
  "navbar": { "links": [{ "label": "Install", "href": "/start/install" }] }
}
`,
      ...PAGES('', 'index.mdx', 'start/install.mdx'),
    },
    from: 'start/install.mdx',
    to: 'setup/begin.mdx',
    dead: [
      '- docs.json:4 [navigation-missing-page] "start/install" leads to no page: add start/install.mdx, or take the entry out.',
      '- docs.json:5 [navigation-missing-page] "start/install" leads to no page: add start/install.mdx, or take the entry out.',
      DEAD('docs.json:8', '/start/install'),
    ],
    moved: {
      'docs.json': `{
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["index", "setup/begin"] },
      { "group": "Alone", "pages": ["setup/begin"] }
    ]
  },
  "navbar": { "links": [{ "label": "Install", "href": "/setup/begin" }] },
  "redirects": [
    { "source": "/start/install", "destination": "/setup/begin" }
  ]
}
`,
    },
    deleted: {
      'docs.json': `{
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["index"] }
    ]
  },
  "navbar": { "links": [] }
}
`,
    },
  },
  docusaurus: {
    files: {
      'docusaurus.config.ts': DOCUSAURUS_CONFIG,
      'sidebars.ts': `import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

const sidebars: SidebarsConfig = {
  docs: [
    'intro',
    {
      type: 'category',
      label: 'guides/install',
      link: { type: 'doc', id: 'guides/install' },
      items: ['guides/use', 'guides/install'],
    },
    { Setup: ['guides/install'] },
    { type: 'autogenerated', dirName: 'more' },
  ],
}

export default sidebars
`,
      'docs/guides/_category_.yml': 'label: Guides\nlink:\n  type: doc\n  id: install # the first one\n',
      ...PAGES('docs/', 'intro.md', 'guides/install.md', 'guides/use.md'),
      ...PAGES('api/', 'first.md'),
      'sidebars-api.js': "module.exports = { api: ['first'] }\n",
    },
    from: 'docs/guides/install.md',
    to: 'docs/guides/begin.md',
    dead: [
      DEAD('sidebars.ts:9', 'guides/install'),
      DEAD('sidebars.ts:10', 'guides/install'),
      DEAD('sidebars.ts:12', 'guides/install'),
      DEAD('docs/guides/_category_.yml:4', 'install'),
      DEAD('docusaurus.config.ts:11', '/docs/guides/install'),
      DEAD('docusaurus.config.ts:15', '/docs/guides/install/'),
      DEAD_REDIRECT('docusaurus.config.ts:5', '/docs/guides/install'),
    ],
    moved: {
      'sidebars.ts': `import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

const sidebars: SidebarsConfig = {
  docs: [
    'intro',
    {
      type: 'category',
      label: 'guides/install',
      link: { type: 'doc', id: 'guides/begin' },
      items: ['guides/use', 'guides/begin'],
    },
    { Setup: ['guides/begin'] },
    { type: 'autogenerated', dirName: 'more' },
  ],
}

export default sidebars
`,
      'docs/guides/_category_.yml': 'label: Guides\nlink:\n  type: doc\n  id: begin # the first one\n',
      'docusaurus.config.ts': DOCUSAURUS_CONFIG.replaceAll('/docs/guides/install', '/docs/guides/begin'),
    },
    deleted: {
      'sidebars.ts': `import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

const sidebars: SidebarsConfig = {
  docs: [
    'intro',
    {
      type: 'category',
      label: 'guides/install',
      items: ['guides/use'],
    },
    { type: 'autogenerated', dirName: 'more' },
  ],
}

export default sidebars
`,
      'docs/guides/_category_.yml': 'label: Guides\n',
      'docusaurus.config.ts': DOCUSAURUS_CONFIG.replace(
        "\n        { to: '/docs/guides/install', label: 'Install' }, // the way in",
        '',
      )
        .replace("{ title: 'Docs', items: [{ label: 'Install', to: '/docs/guides/install/' }] }, ", '')
        .replace("{ from: '/old', to: '/docs/guides/install' }", ''),
    },
  },
  'docusaurus with versions and a second docs plugin': {
    files: {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: { path: 'handbook' } }]], plugins: [['content-docs', { id: 'api', path: 'api', sidebarPath: './sidebars-api.js' }]] }`,
      'api_versions.json': '["2"]',
      'sidebars-api.js': "module.exports = {\n  api: ['first', 'second'],\n}\n",
      'api_versioned_sidebars/version-2-sidebars.json': '{ "api": ["first", "version-2/second"] }',
      ...PAGES('handbook/', 'intro.md'),
      ...PAGES('api/', 'first.md', 'second.md'),
      ...PAGES('api_versioned_docs/version-2/', 'first.md', 'second.md'),
    },
    from: 'api_versioned_docs/version-2/second.md',
    to: 'api_versioned_docs/version-2/deep/last.md',
    dead: [DEAD('api_versioned_sidebars/version-2-sidebars.json:1', 'version-2/second')],
    moved: {
      'api_versioned_sidebars/version-2-sidebars.json': '{ "api": ["first", "version-2/deep/last"] }',
      'sidebars-api.js': "module.exports = {\n  api: ['first', 'second'],\n}\n",
    },
    deleted: { 'api_versioned_sidebars/version-2-sidebars.json': '{ "api": ["first"] }' },
  },
  vitepress: {
    files: {
      'docs/.vitepress/config.mts': VITEPRESS_CONFIG,
      'docs/.vitepress/sidebar.ts':
        "export const reference = [\n  { text: 'R', link: '/guide/install.md' },\n]\n",
      ...PAGES('docs/', 'index.md', 'guide/install.md', 'guide/use.md'),
    },
    from: 'docs/guide/install.md',
    to: 'docs/guide/begin.md',
    dead: [
      DEAD('docs/.vitepress/config.mts:14', 'install'),
      DEAD('docs/.vitepress/config.mts:6', '/guide/install'),
      DEAD('docs/.vitepress/sidebar.ts:2', '/guide/install.md'),
      DEAD('docs/.vitepress/config.mts:12', '/guide/install'),
    ],
    moved: {
      'docs/.vitepress/config.mts': VITEPRESS_CONFIG.replaceAll('/guide/install', '/guide/begin').replace(
        "link: 'install'",
        "link: 'begin'",
      ),
      'docs/.vitepress/sidebar.ts':
        "export const reference = [\n  { text: 'R', link: '/guide/begin.md' },\n]\n",
    },
    deleted: {
      'docs/.vitepress/config.mts': VITEPRESS_CONFIG.replace(
        "  { text: 'Install', link: '/guide/install' },\n",
        '',
      )
        .replace(`{ text: 'Guide', link: "/guide/install", activeMatch: '/guide/' }, `, '')
        .replace("{ text: 'A', link: 'install' }, ", ''),
      'docs/.vitepress/sidebar.ts': 'export const reference = [\n]\n',
    },
  },
  starlight: {
    files: {
      'astro.config.mjs': `export default defineConfig({
  redirects: { '/first': '/guides/install' },
  integrations: [
    starlight({
      sidebar: [
        'guides/install',
        { label: 'Install', link: '/guides/install/' },
        { label: 'Guides', items: [{ slug: 'guides/install' }] },
        { label: 'All', autogenerate: { directory: 'guides' } },
      ],
    }),
  ],
})
`,
      ...PAGES('src/content/docs/', 'index.mdx', 'guides/install.md', 'guides/use.md'),
    },
    from: 'src/content/docs/guides/install.md',
    to: 'src/content/docs/setup/begin.md',
    dead: [
      DEAD('astro.config.mjs:6', 'guides/install'),
      DEAD('astro.config.mjs:7', '/guides/install/'),
      DEAD('astro.config.mjs:8', 'guides/install'),
      DEAD_REDIRECT('astro.config.mjs:2', '/guides/install'),
    ],
    moved: {
      'astro.config.mjs': `export default defineConfig({
  redirects: { '/first': '/setup/begin' },
  integrations: [
    starlight({
      sidebar: [
        'setup/begin',
        { label: 'Install', link: '/setup/begin/' },
        { label: 'Guides', items: [{ slug: 'setup/begin' }] },
        { label: 'All', autogenerate: { directory: 'guides' } },
      ],
    }),
  ],
})
`,
    },
    deleted: {
      'astro.config.mjs': `export default defineConfig({
  redirects: {  },
  integrations: [
    starlight({
      sidebar: [
        { label: 'All', autogenerate: { directory: 'guides' } },
      ],
    }),
  ],
})
`,
    },
  },
  nextra: {
    files: {
      'content/_meta.js': "export default {\n  index: 'Home',\n  guides: 'Guides',\n}\n",
      'content/guides/_meta.ts':
        "import type { MetaRecord } from 'nextra'\n\nexport default {\n  install: { title: 'Install' }, // first\n  use: 'Use',\n} satisfies MetaRecord\n",
      ...PAGES('content/', 'index.mdx', 'guides/install.mdx', 'guides/use.mdx'),
    },
    from: 'content/guides/install.mdx',
    to: 'content/guides/first-steps.mdx',
    dead: [DEAD('content/guides/_meta.ts:4', 'install')],
    moved: {
      'content/guides/_meta.ts':
        "import type { MetaRecord } from 'nextra'\n\nexport default {\n  'first-steps': { title: 'Install' }, // first\n  use: 'Use',\n} satisfies MetaRecord\n",
    },
    deleted: {
      'content/guides/_meta.ts':
        "import type { MetaRecord } from 'nextra'\n\nexport default {\n  use: 'Use',\n} satisfies MetaRecord\n",
    },
  },
  fumadocs: {
    files: {
      'source.config.ts': 'x',
      'content/docs/meta.json':
        '{\n  "pages": [\n    "index",\n    "---Guides---",\n    "[Install](/docs/guides/install)",\n    "...guides"\n  ]\n}\n',
      'content/docs/guides/meta.json': '{ "pages": ["install", "use"] }',
      ...PAGES('content/docs/', 'index.mdx', 'guides/install.mdx', 'guides/use.mdx'),
    },
    from: 'content/docs/guides/install.mdx',
    to: 'content/docs/guides/begin.mdx',
    dead: [
      DEAD('content/docs/meta.json:5', '[Install](/docs/guides/install)'),
      DEAD('content/docs/guides/meta.json:1', 'install'),
    ],
    moved: {
      'content/docs/meta.json':
        '{\n  "pages": [\n    "index",\n    "---Guides---",\n    "[Install](/docs/guides/begin)",\n    "...guides"\n  ]\n}\n',
      'content/docs/guides/meta.json': '{ "pages": ["begin", "use"] }',
    },
    deleted: {
      'content/docs/meta.json':
        '{\n  "pages": [\n    "index",\n    "---Guides---",\n    "...guides"\n  ]\n}\n',
      'content/docs/guides/meta.json': '{ "pages": ["use"] }',
    },
  },
  mkdocs: {
    files: {
      'mkdocs.yml': `site_name: x
nav:
  - index.md
  - Guides:
      - Install: guides/install.md # first
      - "guides/use.md"
  - Alone:
      - guides/install.md
plugins:
  - redirects:
      redirect_maps:
        old.md: guides/install.md
        older.md: index.md
`,
      ...PAGES('docs/', 'index.md', 'guides/install.md', 'guides/use.md'),
    },
    from: 'docs/guides/install.md',
    to: 'docs/begin.md',
    dead: [
      DEAD('mkdocs.yml:5', 'guides/install.md'),
      DEAD('mkdocs.yml:8', 'guides/install.md'),
      DEAD_REDIRECT('mkdocs.yml:12', 'guides/install.md'),
    ],
    moved: {
      'mkdocs.yml': `site_name: x
nav:
  - index.md
  - Guides:
      - Install: begin.md # first
      - "guides/use.md"
  - Alone:
      - begin.md
plugins:
  - redirects:
      redirect_maps:
        guides/install.md: begin.md
        old.md: begin.md
        older.md: index.md
`,
    },
    deleted: {
      'mkdocs.yml': `site_name: x
nav:
  - index.md
  - Guides:
      - "guides/use.md"
plugins:
  - redirects:
      redirect_maps:
        older.md: index.md
`,
    },
  },
  hugo: {
    files: {
      'hugo.toml': `baseURL = 'https://example.com'

[[menus.main]]
name = 'Home'
pageRef = '/'

[[menus.main]]
name = 'Install'
pageRef = '/guides/install'
[menus.main.params]
icon = 'x'

[[menus.main]]
name = 'Use'
url = "/guides/use/"
`,
      'config/_default/menus.en.yaml':
        'footer:\n  - name: Install\n    url: /guides/install/\n  - name: Use\n    pageRef: guides/use.md\n',
      ...PAGES('content/', '_index.md', 'guides/_index.md', 'guides/install.md', 'guides/use.md'),
    },
    from: 'content/guides/install.md',
    to: 'content/guides/begin/index.md',
    dead: [
      DEAD('hugo.toml:9', '/guides/install'),
      DEAD('config/_default/menus.en.yaml:3', '/guides/install/'),
    ],
    moved: {
      'hugo.toml': `baseURL = 'https://example.com'

[[menus.main]]
name = 'Home'
pageRef = '/'

[[menus.main]]
name = 'Install'
pageRef = '/guides/begin'
[menus.main.params]
icon = 'x'

[[menus.main]]
name = 'Use'
url = "/guides/use/"
`,
      'config/_default/menus.en.yaml':
        'footer:\n  - name: Install\n    url: /guides/begin/\n  - name: Use\n    pageRef: guides/use.md\n',
    },
    deleted: {
      'hugo.toml': `baseURL = 'https://example.com'

[[menus.main]]
name = 'Home'
pageRef = '/'


[[menus.main]]
name = 'Use'
url = "/guides/use/"
`,
      'config/_default/menus.en.yaml': 'footer:\n  - name: Use\n    pageRef: guides/use.md\n',
    },
  },
}

async function told(scene: ToolScene): Promise<string[]> {
  const text = await scene.call(checkDocs, {})
  return text.startsWith('All checks pass') ? [] : text.split('\n')
}

async function texts(scene: ToolScene, expected: Record<string, string>): Promise<Record<string, unknown>> {
  const found = await Promise.all(Object.keys(expected).map(async (file) => [file, await scene.text(file)]))
  return Object.fromEntries(found)
}

describe.each(Object.entries(CASES))('the navigation of %s', (_name, layout) => {
  const { files, from, to, dead, moved, deleted } = layout
  const open = () => toolScene(files)

  test('is checked: a page that goes leaves dead entries', async () => {
    const scene = open()
    await scene.workspace.delete(from)
    expect((await told(scene)).sort()).toEqual([...dead].sort())
  })

  test('follows a page that moves, every other character as it was', async () => {
    const scene = open()
    await scene.call(moveFile, { from, to })
    expect(await texts(scene, moved)).toEqual(moved)
    expect(await told(scene)).toEqual([])
  })

  test('loses the entries of a page that is deleted, every other character as it was', async () => {
    const scene = open()
    await scene.call(deleteFile, { path: from })
    expect(await texts(scene, deleted)).toEqual(deleted)
    expect(await told(scene)).toEqual([])
  })
})

const COMPUTED: Record<string, { files: Record<string, string>; page: string; places: string[] }> = {
  'a template with a constant in it': {
    files: {
      'docusaurus.config.js': 'module.exports = {}',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
      'sidebars.js': "const at = 'guides'\nmodule.exports = {\n  docs: ['intro',\n    `${at}/install`],\n}\n",
      ...PAGES('docs/', 'intro.md', 'guides/install.md'),
    },
    page: 'docs/guides/install.md',
    places: ['sidebars.js:4'],
  },
  'names that a function makes entries of': {
    files: {
      'docs/.vitepress/config.ts':
        "export default { themeConfig: { sidebar: pages('/guide/', [\n'install', 'use']) } }\n",
      ...PAGES('docs/', 'index.md', 'guide/install.md', 'guide/use.md'),
    },
    page: 'docs/guide/install.md',
    places: ['docs/.vitepress/config.ts:2'],
  },
  'a spread of what a package exports': {
    files: {
      'astro.config.mjs':
        "import { sidebar } from 'our-docs'\nexport default { integrations: [starlight({\n sidebar: [...sidebar, 'index'] })] }\n",
      ...PAGES('src/content/docs/', 'index.mdx', 'guides/install.md'),
    },
    page: 'src/content/docs/guides/install.md',
    places: ['astro.config.mjs:3'],
  },
  'a sidebar that is a function': {
    files: {
      'docusaurus.config.js': 'module.exports = {}',
      'sidebars.js': 'module.exports = () => ({ docs: read() })\n',
      ...PAGES('docs/', 'intro.md', 'guides/install.md'),
    },
    page: 'docs/guides/install.md',
    places: ['sidebars.js:1'],
  },
}

describe.each(Object.entries(COMPUTED))('a navigation with %s', (_name, { files, page, places }) => {
  test('fails the check with the place, when a page goes that it may lead to', async () => {
    const scene = toolScene(files)
    expect(await told(scene)).toEqual([])
    const answer = await scene.call(deleteFile, { path: page })
    const found = await told(scene)
    expect(found.map((line) => line.split(' ')[1])).toEqual(places)
    expect(found[0]).toContain('[navigation-computed] A part of the navigation is computed here')
    expect(answer).toContain(found[0])
  })
})

test('a computed part says nothing of a page that is listed beside it', async () => {
  const scene = toolScene({
    'docusaurus.config.js': 'module.exports = {}',
    'sidebars.js': "module.exports = { docs: ['intro', 'guides/install', ...more()] }\n",
    ...PAGES('docs/', 'intro.md', 'guides/install.md'),
  })
  await scene.call(deleteFile, { path: 'docs/guides/install.md' })
  expect(await scene.text('sidebars.js')).toBe("module.exports = { docs: ['intro', ...more()] }\n")
  expect(await told(scene)).toEqual([])
})

test('a configuration that the agent may not write stays, and the check says so', async () => {
  const sidebars = "module.exports = { docs: ['intro', 'install'] }\n"
  const files = {
    'docusaurus.config.js': 'module.exports = {}',
    'sidebars.js': sidebars,
    ...PAGES('docs/', 'intro.md', 'install.md'),
  }
  const scene = toolScene(files, { docsPath: 'docs' })
  const answer = await scene.call(deleteFile, { path: 'docs/install.md' })
  expect(answer).toContain('These files list the page, and you cannot change them: sidebars.js.')
  expect(await scene.text('sidebars.js')).toBe(sidebars)
  expect(await told(scene)).toEqual([DEAD('sidebars.js:1', 'install')])
})

test('a dead entry of the base hides no new one', async () => {
  const scene = toolScene({
    'docusaurus.config.js': 'module.exports = {}',
    'sidebars.js': "module.exports = { docs: ['gone', 'intro', 'install'] }\n",
    ...PAGES('docs/', 'intro.md', 'install.md'),
  })
  await scene.workspace.delete('docs/install.md')
  expect(await told(scene)).toEqual([DEAD('sidebars.js:1', 'install')])
})
