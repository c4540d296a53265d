import { describe, expect, test } from 'vitest'
import { checkPage } from './check-page.ts'

const site = {
  root: 'docs',
  hasPage: (path: string) => ['/', '/a', '/b'].includes(path),
  anchors: (path: string) => (path === '/b' ? ['install-it'] : undefined),
  hasFile: (path: string) => path === 'docs/logo.svg',
}
const check = async (source: string, file = 'docs/a.mdx') =>
  (await checkPage(file, source, site)).map(({ rule, line, column }) => `${rule} ${line}:${column}`)

describe('checkPage', () => {
  test('finds nothing wrong with a sound page', async () => {
    const source = `---\ntitle: A\n---\nimport X from './x'\n\n# One {#one}\n\n<X a={1 + 1}>[b](/b#install-it) [a](#one) [i](./b.mdx) [t](#top)</X>\n\n![l](/logo.svg) {/* ok */}\n`
    expect(await check(source)).toEqual([])
  })

  test.each([
    ['<A>\n\ntext', 'mdx-invalid 1:1'],
    ['text {1 +}', 'mdx-invalid 1:10'],
    ['<!-- no -->', 'mdx-invalid 1:2'],
    ['---\na: [\n---\n', 'frontmatter-invalid 3:1'],
    ['text\n\n```js\n', 'code-fence-unclosed 3:1'],
    ['# A {#x}\n\n## B {#x}', 'duplicate-id 3:1'],
    ['[x](/none)', 'broken-link 1:5'],
    ['[x]()', 'broken-link 1:5'],
    ['<Card href="../none" />', 'broken-link 1:13'],
    ['[x](./file.zip)', 'broken-link 1:5'],
    ['![x](/none.png)', 'broken-image 1:6'],
    ['<img src="none.png" />', 'broken-image 1:11'],
    ['[x](/b#none)', 'broken-anchor 1:5'],
    ['[x](#none)', 'broken-anchor 1:5'],
  ])('reports %j', async (source, expected) => {
    expect(await check(source)).toEqual([expected])
  })

  test('does not hold Markdown to the rules of MDX', async () => {
    expect(await check('<!-- fine --> a < b {x} <br> <A>', 'docs/a.md')).toEqual([])
  })

  test('says what to do', async () => {
    const [problem] = await checkPage('docs/a.mdx', '[x](/b#install)', site)
    expect(problem?.message).toBe(
      '"/b#install" names #install, which /b does not have. Did you mean #install-it?',
    )
  })

  test('takes links with and without the path of the site', async () => {
    const under = { ...site, base: '/manual' }
    const source = '[x](/manual/b#install-it) [x](/b) [x](/manual) [x](/manual/none) ![l](/manual/logo.svg)'
    expect((await checkPage('docs/a.mdx', source, under)).map(({ message }) => message)).toEqual([
      '"/manual/none" leads to /none, and there is no such page.',
    ])
  })
})
