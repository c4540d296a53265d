import { expect, test } from 'vitest'
import { checkPage } from '../../checks/check-page.ts'
import { inspectMarkdown } from './inspect-markdown.ts'
import { parsePage } from './parse-page.ts'

const TABS = [
  '# Install',
  '',
  '=== "npm"',
  '',
  '    ## With npm',
  '',
  '    <a id="npm-flags"></a> Run it.',
  '',
  '!!! note',
  '',
  '    ### Behind a proxy',
  '',
  '    Set the variable.',
  '',
  '::: details More',
  '## From source',
  ':::',
  '',
  '## Next',
  '',
].join('\n')

const anchorsOf = async (source: string) =>
  new Set((await inspectMarkdown('docs/install.md', source, undefined)).anchors)

test('knows every heading that indexing knows, in tabs, admonitions and containers too', async () => {
  const anchors = await anchorsOf(TABS)
  const { page } = parsePage('docs/install.md', TABS)
  expect(page.headings.map(({ anchor }) => anchor)).toEqual([
    'install',
    'with-npm',
    'behind-a-proxy',
    'from-source',
    'next',
  ])
  for (const { anchor } of page.headings) expect(anchors).toContain(anchor)
  expect(anchors).toContain('npm-flags')
  expect(anchors).not.toContain('with-yarn')
})

test('numbers headings of one text as indexing does', async () => {
  const source = '=== "a"\n\n    ## Run\n\n=== "b"\n\n    ## Run\n\n## Run\n'
  const { page } = parsePage('docs/run.md', source)
  expect(page.headings.map(({ anchor }) => anchor)).toEqual(['run', 'run-1', 'run-2'])
  for (const anchor of ['run', 'run-1', 'run-2']) expect(await anchorsOf(source)).toContain(anchor)
})

test('a link to a heading in a tab of the same page is not broken, and one to none is', async () => {
  const source = `${TABS}\nSee [npm](#with-npm) and [yarn](#with-yarn).\n`
  const site = { root: 'docs', hasPage: () => false, hasFile: () => false, anchors: () => undefined }
  const problems = await checkPage('docs/install.md', source, site)
  expect(problems.map(({ rule, line, message }) => [rule, line, message.includes('with-yarn')])).toEqual([
    ['broken-anchor', 21, true],
  ])
})
