import { expect, test } from 'vitest'
import { siteOrigin } from './site-origin.ts'

const source = (texts: Record<string, string>, pages: readonly string[]) => ({
  files: [...Object.keys(texts), ...pages],
  texts: new Map(Object.entries(texts)),
})
const MKDOCS = 'site_name: A\nnav:\n  - index.md\n'
const sidebar = { 'sidebars.js': "module.exports = { docs: ['intro', ...more()] }" }

test.each([
  [
    'one file is enough',
    source({ 'docs/_category_.json': '{}', 'mkdocs.yml': MKDOCS }, ['docs/index.md']),
    { configuration: 'mkdocs.yml', navigation: ['mkdocs.yml'], isComputed: false },
  ],
  [
    'the navigation is in another file, and a part of it only a build knows',
    source({ 'docusaurus.config.js': 'module.exports = {}', ...sidebar }, ['docs/intro.md']),
    { configuration: 'docusaurus.config.js', navigation: ['sidebars.js'], isComputed: true },
  ],
  ['nothing is recognized', source({}, ['a.md']), { navigation: [], isComputed: false }],
])('says by which files a site is recognized: %s', (_, site, origin) => {
  expect(siteOrigin(site, [])).toEqual(origin)
})

test('names files above as the documentation folder sees them', () => {
  const above = [
    { inside: 'b', texts: new Map() },
    { inside: 'docs/b', texts: new Map([['mkdocs.yml', 'nav:\n  - b/index.md\n']]) },
  ]
  expect(siteOrigin(source({}, ['index.md']), above)).toEqual({
    ...{ configuration: '../../mkdocs.yml', navigation: ['../../mkdocs.yml'], isComputed: false },
    above: { at: 1, layout: 'mkdocs' },
  })
})
