import { describe, expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { checkDocs } from './check-docs.ts'
import { moveFile } from './move-file.ts'

const NAVIGATION = `{
  "navigation": [{ "group": "Start", "pages": ["index", "setup/install"] }]
}
`
const FILES = {
  'docs/docs.json': NAVIGATION,
  'docs/index.mdx': '# Home\n\n[install](/setup/install#run) and [again](./setup/install.mdx)\r\n',
  'docs/setup/install.mdx':
    "import X from './x.js'\n\n# Install\n\n## Run\n\n[home](../index.mdx), [models](./models)\n",
  'docs/setup/models.mdx': '# Models\n\n[first](install "Install") `[code](/setup/install)`\n',
  'README.md': 'See [install](docs/setup/install.mdx).\n',
}
const move = { from: 'docs/setup/install.mdx', to: 'docs/guides/installation.mdx' }

describe('move_file', () => {
  test('rewrites links to a page and in it, its navigation entry, and adds a redirect', async () => {
    const scene = toolScene(FILES, { docsPath: 'docs' })
    const reply = await scene.call(moveFile, move)
    expect(reply).toBe(
      [
        'Moved docs/setup/install.mdx to docs/guides/installation.mdx.',
        'Rewrote the links to it in 2 pages: docs/index.mdx, docs/setup/models.mdx.',
        'These still link to the old place and were not changed: README.md:1.',
        'In docs/docs.json: renamed its entry, added a redirect from /setup/install to /guides/installation.',
        'The page imports by relative paths, which may lead elsewhere now: ./x.js.',
      ].join('\n'),
    )
    expect(await scene.text('docs/index.mdx')).toBe(
      '# Home\n\n[install](/guides/installation#run) and [again](./guides/installation.mdx)\r\n',
    )
    expect(await scene.text('docs/setup/models.mdx')).toBe(
      '# Models\n\n[first](../guides/installation "Install") `[code](/setup/install)`\n',
    )
    expect(await scene.text(move.to)).toContain('[home](../index.mdx), [models](../setup/models)')
    const navigation = JSON.parse((await scene.text('docs/docs.json')) ?? '')
    expect(navigation).toEqual({
      navigation: [{ group: 'Start', pages: ['index', 'guides/installation'] }],
      redirects: [{ source: '/setup/install', destination: '/guides/installation' }],
    })
    expect([...scene.context.touched].sort()).toEqual([
      'docs/docs.json',
      'docs/guides/installation.mdx',
      'docs/index.mdx',
      'docs/setup/install.mdx',
      'docs/setup/models.mdx',
    ])
    expect(await scene.call(checkDocs, {})).toContain('All checks pass')
  })

  test('moves alone when told so, or when it is no page', async () => {
    const scene = toolScene({ ...FILES, 'docs/logo.svg': '<svg/>' }, { docsPath: 'docs' })
    expect(await scene.call(moveFile, { ...move, fix_links: false })).toBe(
      'Moved docs/setup/install.mdx to docs/guides/installation.mdx.',
    )
    await scene.call(moveFile, { from: 'docs/logo.svg', to: 'docs/img/logo.svg' })
    expect((await scene.workspace.changes()).map(({ path }) => path)).toEqual([
      'docs/guides/installation.mdx',
      'docs/img/logo.svg',
      'docs/logo.svg',
      'docs/setup/install.mdx',
    ])
    expect(await scene.call(checkDocs, {})).toContain('/setup/install')
  })

  test('turns the redirect round when a page goes back', async () => {
    const scene = toolScene(FILES, { docsPath: 'docs' })
    await scene.call(moveFile, move)
    await scene.call(moveFile, { from: move.to, to: move.from })
    expect(await scene.text('docs/index.mdx')).toBe(FILES['docs/index.mdx'])
    expect(JSON.parse((await scene.text('docs/docs.json')) ?? '').redirects).toEqual([
      { source: '/guides/installation', destination: '/setup/install' },
    ])
  })

  test('adds redirects to a mint.json only where it has some', async () => {
    const files = { 'mint.json': '{"navigation": ["a"]}', 'a.mdx': '# A\n' }
    const scene = toolScene(files)
    expect(await scene.call(moveFile, { from: 'a.mdx', to: 'b.mdx' })).toContain(
      'In mint.json: renamed its entry.',
    )
    expect(await scene.text('mint.json')).toBe('{"navigation": ["b"]}')
    const more = toolScene({
      ...files,
      'mint.json': '{"navigation": ["a"], "redirects": [{"source": "/x", "destination": "/a"}]}',
    })
    await more.call(moveFile, { from: 'a.mdx', to: 'b.mdx' })
    expect(JSON.parse((await more.text('mint.json')) ?? '').redirects).toEqual([
      { source: '/x', destination: '/b' },
      { source: '/a', destination: '/b' },
    ])
  })

  test('knows links with the path under which the site is served', async () => {
    const files = { ...FILES, 'docs/index.mdx': '[a](/manual/setup/install) [b](/setup/install)\n' }
    const scene = toolScene(files, { docsPath: 'docs', siteUrl: 'https://example.com/manual' })
    await scene.call(moveFile, move)
    expect(await scene.text('docs/index.mdx')).toBe(
      '[a](/manual/guides/installation) [b](/guides/installation)\n',
    )
    expect(await scene.call(checkDocs, {})).toContain('All checks pass')
  })

  test('moves index pages, and pages with odd names', async () => {
    const scene = toolScene({
      'guides/index.mdx': '# Guides\n',
      'guides/a.mdx': '[up](./) [too](../guides) [index](index.mdx) [abs](/guides)\n',
      'b.mdx': '[odd](/odd%20name%28x%29)\n',
      'odd name(x).mdx': '# Odd\n',
    })
    await scene.call(moveFile, { from: 'guides/index.mdx', to: 'manual.mdx' })
    expect(await scene.text('guides/a.mdx')).toBe(
      '[up](../manual) [too](../manual) [index](../manual.mdx) [abs](/manual)\n',
    )
    await scene.call(moveFile, { from: 'odd name(x).mdx', to: 'even.mdx' })
    expect(await scene.text('b.mdx')).toBe('[odd](/even)\n')
  })

  test('refuses protected places before anything changes', async () => {
    const scene = toolScene(FILES, { docsPath: 'docs' })
    expect(await scene.call(moveFile, { ...move, to: 'README2.md' })).toContain(
      'error: README2.md is outside',
    )
    expect(await scene.call(moveFile, { ...move, to: 'docs/index.mdx' })).toContain('error: ')
    expect(await scene.workspace.changes()).toEqual([])
  })
})

test('a move follows addresses in exports and components, which are no new code', async () => {
  const page = `export const cards = [{ href: '/guide/b' }]\n\n<Btn link="/guide/b" /> {cards.map((each) => <Card to={'/guide/b'} {...each} />)}\n`
  const scene = toolScene({
    'docs.json': '{ "navigation": { "pages": ["a", "guide/b"] } }',
    'a.mdx': page,
    'guide/b.mdx': '# B',
  })
  const told = await scene.call(moveFile, { from: 'guide/b.mdx', to: 'guide/bee.mdx' })
  expect(told).toContain('Rewrote the links to it in 1 pages: a.mdx.')
  expect(await scene.text('a.mdx')).toBe(page.replaceAll('/guide/b', '/guide/bee'))
})
