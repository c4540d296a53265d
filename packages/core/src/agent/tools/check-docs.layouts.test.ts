import { defined } from '@docent/content'
import { describe, expect, test } from 'vitest'
import { type ToolScene, toolScene } from '../../../test/tool-scene.ts'
import { checkDocs } from './check-docs.ts'

interface LayoutCase {
  files: Record<string, string>
  /** Page that is changed. */
  page: string
  /** Links, images and anchors that the site has, one a line. */
  good: string[]
  /** Those that it has not, with what is told of each. */
  bad: [link: string, told: RegExp][]
  /** A navigation that names a page that is not there. */
  navigation?: { file: string; text: string; told: RegExp }
  /** A new page that a navigation kept by hand must list, and the navigation that does. */
  added?: { page: string; file: string; text: string }
  siteUrl?: string
  docsPath?: string
}

const PAGE = '# Install\n\n## Run it\n'

const LAYOUTS: Record<string, LayoutCase> = {
  mintlify: {
    files: {
      'docs.json': '{"navigation": ["index", "setup/install"]}',
      'index.mdx': '# Home\n',
      'setup/install.mdx': PAGE,
      'img/a.png': 'x',
    },
    page: 'index.mdx',
    good: ['[a](/setup/install#run-it)', '[a](./setup/install.mdx)', '![a](/img/a.png)', '[a](#home)'],
    bad: [
      ['[a](/setup/instal)', /"\/setup\/instal" leads to \/setup\/instal, and there is no such page/],
      ['[a](/setup/install#run)', /names #run, which \/setup\/install does not have/],
      ['![a](/img/b.png)', /leads to img\/b\.png, which does not exist/],
      ['[a](#house)', /names #house, which this page/],
    ],
    navigation: {
      file: 'docs.json',
      text: '{"navigation": ["index", "setup/install", "gone"]}',
      told: /docs\.json:1 .*"gone" leads to no page/,
    },
    added: {
      page: 'setup/more.mdx',
      file: 'docs.json',
      text: '{"navigation": ["index", "setup/install", "setup/more"]}',
    },
  },
  docusaurus: {
    files: {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] }",
      'sidebars.js': "module.exports = { docs: ['intro', { Guides: ['guides/install'] }] }",
      'docs/01-intro.md': '# Intro\n',
      'docs/02-guides/01-install.md': PAGE,
      'docs/02-guides/tool.md': '---\nslug: /tools/best\n---\n# Tool\n',
      'static/img/a.png': 'x',
      'src/pages/about.js': 'x',
      'blog/2024-01-01-news.md': '# News\n',
    },
    page: 'docs/01-intro.md',
    good: [
      '[a](./02-guides/01-install.md#run-it)',
      '[a](/docs/guides/install)',
      '[a](guides/install/)',
      '[a](/docs/tools/best)',
      '[a](/about)',
      '[a](/blog/news)',
      '![a](/img/a.png)',
      '![a](@site/static/img/a.png)',
    ],
    bad: [
      ['[a](./02-guides/02-install.md)', /leads to \/docs\/02-guides\/02-install/],
      ['[a](/docs/guides/instal)', /leads to \/docs\/guides\/instal/],
      ['[a](/docs/tool)', /leads to \/docs\/tool/],
      ['[a](/guides/install)', /Did you mean \/docs\/guides\/install\?/],
      ['[a](/docs/guides/install#runs)', /names #runs/],
      ['![a](/img/b.png)', /img\/b\.png, which does not exist/],
      ['![a](@site/static/img/b.png)', /does not exist/],
    ],
    navigation: {
      file: 'sidebars.js',
      text: "module.exports = { docs: ['intro', { Guides: ['guides/install', 'guides/gone'] }] }",
      told: /sidebars\.js:1 .*"guides\/gone" leads to no page/,
    },
    added: {
      page: 'docs/more.md',
      file: 'sidebars.js',
      text: "module.exports = { docs: ['intro', 'more', { Guides: ['guides/install'] }] }",
    },
  },
  starlight: {
    files: {
      'astro.config.mjs':
        "export default { integrations: [starlight({ sidebar: [{ label: 'Start', items: [{ slug: 'guides/install' }, { slug: 'guides/use' }] }] })] }",
      'src/content/docs/index.mdx': '# Home\n',
      'src/content/docs/guides/Install.md': PAGE,
      'src/content/docs/guides/use.md': '# Use\n',
      'src/content/docs/de/guides/use.md': '# Use\n',
      'src/content/docs/de/index.mdx': '# Heim\n',
      'src/pages/about.astro': 'x',
      'src/assets/a.png': 'x',
      'public/b.png': 'x',
    },
    page: 'src/content/docs/guides/use.md',
    good: [
      '[a](/guides/install/#run-it)',
      '[a](../install/)',
      '[a](./Install.md)',
      '[a](/de/guides/install/)',
      '[a](/about/)',
      '![a](../../../assets/a.png)',
      '![a](/b.png)',
    ],
    bad: [
      ['[a](/guides/instal/)', /leads to \/guides\/instal, and/],
      ['[a](../../install/)', /and there is no such page/],
      ['[a](/guides/install/#run)', /names #run/],
      ['![a](../../../assets/b.png)', /src\/assets\/b\.png, which does not exist/],
    ],
    navigation: {
      file: 'astro.config.mjs',
      text: "export default { integrations: [starlight({ sidebar: [{ slug: 'guides/install' }, { slug: 'guides/gone' }, { slug: 'guides/use' }] })] }",
      told: /astro\.config\.mjs:1 .*"guides\/gone" leads to no page/,
    },
    added: {
      page: 'src/content/docs/guides/more.md',
      file: 'astro.config.mjs',
      text: "export default { integrations: [starlight({ sidebar: [{ slug: 'guides/install' }, { slug: 'guides/more' }, { slug: 'guides/use' }] })] }",
    },
  },
  vitepress: {
    files: {
      'docs/.vitepress/config.ts':
        "export default { themeConfig: { sidebar: { '/guide/': { base: '/guide/', items: [{ text: 'A', link: 'install' }, { text: 'B', link: 'use' }] } } } }",
      'docs/index.md': '# Home\n',
      'docs/guide/install.md': '# Install\n\n## 2. Run `it`\n',
      'docs/guide/use.md': '# Use\n',
      'docs/public/a.png': 'x',
    },
    page: 'docs/guide/use.md',
    good: [
      '[a](./install.md#_2-run-it)',
      '[a](install.html)',
      '[a](/guide/install)',
      '[a](../)',
      '![a](/a.png)',
    ],
    bad: [
      ['[a](./instal.md)', /no such page/],
      ['[a](/guide/instal)', /leads to \/guide\/instal/],
      ['[a](/guide/install#run)', /names #run/],
      ['![a](/b.png)', /which does not exist/],
    ],
    navigation: {
      file: 'docs/.vitepress/config.ts',
      text: "export default { themeConfig: { sidebar: [{ text: 'A', link: '/guide/install' }, { text: 'B', link: '/guide/gone' }] } }",
      told: /config\.ts:1 .*"\/guide\/gone" leads to no page/,
    },
    added: {
      page: 'docs/guide/more.md',
      file: 'docs/.vitepress/config.ts',
      text: "export default { themeConfig: { sidebar: [{ text: 'A', link: '/guide/install' }, { text: 'B', link: '/guide/more' }, { text: 'C', link: '/guide/use' }] } }",
    },
  },
  nextra: {
    files: {
      'pages/_meta.json': '{"index": "Home", "guides": "Guides"}',
      'pages/guides/_meta.json': '{"install": "Install"}',
      'pages/index.mdx': '# Home\n',
      'pages/guides/install.mdx': PAGE,
      'pages/guides/(group)/deep.mdx': '# Deep\n',
      'public/a.png': 'x',
    },
    page: 'pages/index.mdx',
    good: ['[a](/guides/install#run-it)', '[a](./guides/install)', '[a](/guides/deep)', '![a](/a.png)'],
    bad: [
      ['[a](/guides/instal)', /leads to \/guides\/instal/],
      ['[a](/guides/group/deep)', /leads to \/guides\/group\/deep/],
      ['[a](/guides/install#run)', /names #run/],
      ['![a](/b.png)', /which does not exist/],
    ],
    navigation: {
      file: 'pages/guides/_meta.json',
      text: '{"install": "Install", "gone": "Gone"}',
      told: /_meta\.json:1 .*"gone" leads to no page/,
    },
  },
  fumadocs: {
    files: {
      'source.config.ts': 'x',
      'content/docs/meta.json': '{"pages": ["index", "guides"]}',
      'content/docs/guides/meta.json': '{"title": "Guides", "pages": ["install"]}',
      'content/docs/index.mdx': '# Home\n',
      'content/docs/guides/install.mdx': PAGE,
      'content/docs/(group)/deep.mdx': '# Deep\n',
      'app/blog/page.tsx': 'x',
      'public/a.png': 'x',
    },
    page: 'content/docs/index.mdx',
    good: [
      '[a](/docs/guides/install#run-it)',
      '[a](./guides/install.mdx)',
      '[a](/docs/deep)',
      '[a](/blog)',
      '![a](/a.png)',
    ],
    bad: [
      ['[a](/docs/guides/instal)', /leads to \/docs\/guides\/instal/],
      ['[a](/guides/install)', /Did you mean \/docs\/guides\/install\?/],
      ['[a](/docs/guides/install#run)', /names #run/],
      ['![a](/b.png)', /which does not exist/],
    ],
    navigation: {
      file: 'content/docs/guides/meta.json',
      text: '{"title": "Guides", "pages": ["install", "gone"]}',
      told: /guides\/meta\.json:1 .*"gone" leads to no page/,
    },
    added: {
      page: 'content/docs/guides/more.mdx',
      file: 'content/docs/guides/meta.json',
      text: '{"title": "Guides", "pages": ["install", "more"]}',
    },
  },
  mkdocs: {
    files: {
      'mkdocs.yml': 'nav:\n  - index.md\n  - Install: setup/install.md\n',
      'docs/index.md': '# Home\n',
      'docs/setup/install.md': '# Install\n\n## Über uns & more { #about }\n\n## Zwei  Wörter\n',
      'docs/img/a.png': 'x',
    },
    page: 'docs/index.md',
    good: [
      '[a](setup/install.md#about)',
      '[a](setup/install.md#zwei-worter)',
      '[a](setup/install/)',
      '![a](img/a.png)',
    ],
    bad: [
      ['[a](setup/instal.md)', /no such page/],
      ['[a](setup/install.md#run)', /names #run/],
      ['![a](img/b.png)', /which does not exist/],
    ],
    navigation: {
      file: 'mkdocs.yml',
      text: 'nav:\n  - index.md\n  - Install: setup/install.md\n  - Gone: setup/gone.md\n',
      told: /mkdocs\.yml:4 .*"setup\/gone\.md" leads to no page/,
    },
    added: {
      page: 'docs/setup/more.md',
      file: 'mkdocs.yml',
      text: 'nav:\n  - index.md\n  - Install: setup/install.md\n  - More: setup/more.md\n',
    },
  },
  mdbook: {
    files: {
      'book.toml': '[book]\ntitle = "Tides"\n',
      'src/SUMMARY.md': '# Summary\n\n[Home](index.md)\n\n- [Install](setup/install.md)\n  - [Later]()\n',
      'src/index.md': '# Home\n',
      'src/setup/install.md': '# Install\n\n## About us\n',
      'src/img/a.png': 'x',
    },
    page: 'src/index.md',
    good: [
      '[a](setup/install.md#about-us)',
      '[a](setup/install.html)',
      '![a](img/a.png)',
      '[a](/api/x.html)',
    ],
    bad: [
      ['[a](setup/instal.md)', /no such page/],
      ['[a](setup/install.md#run)', /names #run/],
      ['![a](img/b.png)', /which does not exist/],
    ],
    navigation: {
      file: 'src/SUMMARY.md',
      text: '# Summary\n\n[Home](index.md)\n\n- [Install](setup/install.md)\n- [Gone](setup/gone.md)\n',
      told: /src\/SUMMARY\.md:6 .*"setup\/gone\.md" leads to no page/,
    },
    added: {
      page: 'src/setup/more.md',
      file: 'src/SUMMARY.md',
      text: '# Summary\n\n[Home](index.md)\n\n- [Install](setup/install.md)\n  - [More](setup/more.md)\n',
    },
  },
  gitbook: {
    files: {
      '.gitbook.yaml': 'root: ./docs/\n',
      'docs/SUMMARY.md':
        '# Table of contents\n\n* [Home](README.md)\n\n## Setup\n\n* [Install](setup/in\\_stall.md)\n',
      'docs/README.md': '# Home\n',
      'docs/setup/in_stall.md': '# Install\n\n## About us\n',
      'docs/.gitbook/assets/a.png': 'x',
    },
    page: 'docs/README.md',
    good: ['[a](setup/in_stall.md#about-us)', '![a](.gitbook/assets/a.png)'],
    bad: [
      ['[a](setup/instal.md)', /no such page/],
      ['[a](setup/in_stall.md#run)', /names #run/],
    ],
    navigation: {
      file: 'docs/SUMMARY.md',
      text: '# Table of contents\n\n* [Home](README.md)\n* [Install](setup/in\\_stall.md)\n* [Gone](setup/go\\_ne.md)\n',
      told: /docs\/SUMMARY\.md:5 .*"setup\/go\\_ne\.md" leads to no page/,
    },
    added: {
      page: 'docs/setup/more.md',
      file: 'docs/SUMMARY.md',
      text: '# Table of contents\n\n* [Home](README.md)\n* [Install](setup/in\\_stall.md)\n* [More](setup/more.md)\n',
    },
  },
  hugo: {
    files: {
      'hugo.toml': "baseURL = 'https://example.com'\n",
      'content/_index.md': '# Home\n',
      'content/guides/_index.md': '# Guides\n',
      'content/guides/install.md': `---\naliases: [/old]\n---\n${PAGE}`,
      'content/guides/use/index.md': '# Use\n',
      'content/guides/use/a.png': 'x',
      'static/b.png': 'x',
    },
    page: 'content/guides/use/index.md',
    good: [
      '[a](/guides/install/#run-it)',
      '[a](../install/)',
      '[a]({{< relref "/guides/install.md" >}})',
      '[a](/old/)',
      '[a](/tags/)',
      '![a](a.png)',
      '![a](/b.png)',
    ],
    bad: [
      ['[a](/guides/instal/)', /leads to \/guides\/instal, and/],
      ['[a](../instal/)', /and there is no such page/],
      ['[a](/guides/install/#run)', /names #run/],
      ['![a](c.png)', /which does not exist/],
    ],
  },
  'plain Markdown': {
    files: {
      'index.md': '# Home\n',
      'guides/README.md': '# Guides\n',
      'guides/install.md': PAGE,
      'a.png': 'x',
    },
    page: 'index.md',
    good: ['[a](guides/install.md#run-it)', '[a](guides/)', '[a](/guides/install)', '![a](a.png)'],
    bad: [
      ['[a](guides/instal.md)', /no such page/],
      ['[a](/instal)', /leads to \/instal/],
      ['![a](b.png)', /which does not exist/],
    ],
  },
  'a site under a path': {
    siteUrl: 'https://example.com/docs',
    files: {
      'astro.config.mjs': 'export default {}',
      'src/content/docs/index.mdx': '# Home\n',
      'src/content/docs/guides/install.mdx': PAGE,
    },
    page: 'src/content/docs/index.mdx',
    good: ['[a](/docs/guides/install#run-it)', '[a](/docs/guides/install/)', '[a](/docs)'],
    bad: [
      ['[a](/docs/guides/instal)', /leads to \/guides\/instal/],
      ['[a](/docs/guides/install#run)', /names #run, which \/guides\/install/],
    ],
  },
  'a configuration above the documentation folder': {
    docsPath: 'docs',
    files: {
      'docusaurus.config.js': 'module.exports = {}',
      'docs/intro.md': '# Intro\n',
      'docs/guides/install.md': PAGE,
      'static/img/a.png': 'x',
    },
    page: 'docs/intro.md',
    good: ['[a](/docs/guides/install)', '![a](/img/a.png)'],
    bad: [['[a](/docs/guides/instal)', /leads to \/docs\/guides\/instal/]],
  },
}

async function told(scene: ToolScene): Promise<string[]> {
  const text = await scene.call(checkDocs, {})
  return text.startsWith('All checks pass') ? [] : text.split('\n')
}

describe.each(Object.entries(LAYOUTS))('check_docs on %s', (_name, layout) => {
  const open = () =>
    toolScene(layout.files, {
      docsPath: layout.docsPath ?? '',
      ...defined({ siteUrl: layout.siteUrl }),
    })
  const write = (scene: ToolScene, lines: readonly string[]) =>
    scene.workspace.write(layout.page, `${layout.files[layout.page]}\n${lines.join('\n\n')}\n`)

  test('has nothing to say of links that the site has', async () => {
    const scene = open()
    await write(scene, layout.good)
    expect(await told(scene)).toEqual([])
  })

  test.each(layout.bad)('tells of %s', async (link, pattern) => {
    const scene = open()
    await write(scene, [...layout.good, link])
    expect(await told(scene)).toEqual([expect.stringMatching(pattern)])
  })

  const { navigation, added } = layout
  if (navigation) {
    test('tells of an entry of the navigation that has no page', async () => {
      const scene = open()
      await scene.workspace.write(navigation.file, navigation.text)
      expect(await told(scene)).toEqual([expect.stringMatching(navigation.told)])
    })
  }

  if (added) {
    test('tells of a new page that the navigation does not list, until it does', async () => {
      const scene = open()
      await scene.workspace.write(added.page, '# More\n')
      expect(await told(scene)).toEqual([expect.stringMatching(/\[navigation-unlisted\] No entry of /)])
      await scene.workspace.write(added.file, added.text)
      expect(await told(scene)).toEqual([])
    })
  }

  test('does not count what the base revision has wrong', async () => {
    const scene = toolScene(
      {
        ...layout.files,
        [layout.page]: `${layout.files[layout.page]}\n${layout.bad.map(([link]) => link).join('\n\n')}\n`,
      },
      {
        docsPath: layout.docsPath ?? '',
        ...defined({ siteUrl: layout.siteUrl }),
      },
    )
    await scene.workspace.write(layout.page, `${await scene.text(layout.page)}\nMore words.\n`)
    expect(await told(scene)).toEqual([])
  })
})

test('an address that other pages link to, too, is made when the site is built', async () => {
  const files = {
    'docs.json': '{"navigation": ["a", "b"]}',
    'a.mdx': '[api](/api/reference/users)\n',
    'b.mdx': '# B\n',
    'gone.mdx': '# Gone\n',
    'c.mdx': '[gone](/gone)\n',
  }
  const scene = toolScene(files)
  await scene.workspace.write('b.mdx', '# B\n\n[1](/api/reference/users) [2](/api/reference/user)\n')
  expect(await told(scene)).toEqual([expect.stringContaining('"/api/reference/user" leads to')])
  const other = toolScene(files)
  await other.workspace.delete('gone.mdx')
  await other.workspace.write('b.mdx', '# B\n\n[gone](/gone)\n')
  expect((await told(other)).map((line) => line.split(':')[0])).toEqual(['- b.mdx', '- c.mdx'])
})
