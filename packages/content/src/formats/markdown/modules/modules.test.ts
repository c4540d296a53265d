import { describe, expect, test } from 'vitest'
import { expandIncludes, includeCandidates } from '../expand-includes.ts'
import { withExportedMetadata } from './exported-metadata.ts'
import { hasModuleCode, withoutModuleCode } from './module-code.ts'

function shown(page: string, files: Record<string, string>): string {
  return expandIncludes('docs/page.mdx', page, (file) => files[file], { root: 'docs' })
    .replace(/\n{2,}/g, '\n\n')
    .trim()
}

describe('imports of a page', () => {
  test('with named exports beside the text, and the properties that it is given', () => {
    const page = 'import Part, {toc as partToc} from \'./\\_part.mdx\'\n\n<Part name="lamp" count={3} />\n'
    const files = { 'docs/_part.mdx': 'A {props.name}, {props.count} times, {props.none}`{props.name}`.' }
    expect(shown(page, files)).toContain('A lamp, 3 times, `{props.name}`.')
  })

  test('with children', () => {
    const page = "import Box from './_box.mdx'\n\n<Box>\n\nInside **here**.\n\n</Box>\n\nAfter.\n"
    expect(shown(page, { 'docs/_box.mdx': 'Before.\n\n{props.children}\n\nBehind.' })).toContain(
      'Before.\n\nInside **here**.\n\nBehind.\n\nAfter.',
    )
    expect(shown("import Box from './_box.mdx'\n\n<Box>\n\nopen\n", { 'docs/_box.mdx': 'x' })).toContain(
      '<Box>',
    )
  })

  test('of files as texts, shown as code', () => {
    const page =
      "import CodeBlock from '@theme/CodeBlock'\nimport example from '!!raw-loader!./example.js'\nimport other from './other.css?raw'\n\n<CodeBlock language=\"js\" title=\"example.js\">{example}</CodeBlock>\n\n<CodeBlock>{other}</CodeBlock>\n"
    const files = { 'docs/example.js': 'const a = 1\n', 'docs/other.css': 'a { }' }
    expect(includeCandidates('docs/page.mdx', page, { root: 'docs' })).toContain('docs/example.js')
    expect(shown(page, files)).toContain('```js title="example.js"\nconst a = 1\n```\n\n```\na { }\n```')
  })
})

describe('code of modules in a page', () => {
  test.each([
    ["import A from 'a'\nimport { B } from 'b'\n\n# Title", '# Title'],
    ["<!-- prettier-ignore -->\nimport A from 'a'\n\n# Title", '<!-- prettier-ignore -->\n\n# Title'],
    ['{/* a */}\nexport const a = 1\n\n# Title', '{/* a */}\n\n# Title'],
    [
      'Before.\n\nexport function A() {\n  const b = 1\n\n  return <b>{b}</b>\n}\n\nAfter.',
      'Before.\n\n\nAfter.',
    ],
    ["export const rows = [\n  { a: 'x' },\n\n  { a: 'y' },\n]\n\nAfter.", 'After.'],
    [
      `export const version = '9.8'\n\nUse {version}, \${version}, {{version}}.`,
      `Use 9.8, \${version}, {{version}}.`,
    ],
    ['export const code = `a\n"b"`\n\n<Code code={code} />', '<Code code="a\n&quot;b&quot;" />'],
    ["import logo from './logo.png'\n\n<img src={logo} />", '<img src="./logo.png" />'],
    [
      '```js\nimport a from "a"\n\nexport const b = 1\n```',
      '```js\nimport a from "a"\n\nexport const b = 1\n```',
    ],
    [
      'A line that goes on\nimport is no statement here.',
      'A line that goes on\nimport is no statement here.',
    ],
    [
      'Important: imports are paid by\n\nexporters of goods.',
      'Important: imports are paid by\n\nexporters of goods.',
    ],
  ])('%j', (written, expected) => {
    expect(withoutModuleCode(written).trim()).toBe(expected)
  })

  test('is looked for in Markdown only beside components', () => {
    expect(hasModuleCode("import Tabs from '@theme/Tabs'\n\n<Tabs>a</Tabs>")).toBe(true)
    expect(hasModuleCode("import A from 'a'; import B from 'b';\n\n<A>a</A>")).toBe(true)
    expect(hasModuleCode("import Tabs from '@theme/Tabs'\n\nA text.")).toBe(false)
    expect(hasModuleCode('import the <Data> by hand')).toBe(false)
  })
})

test('values that a page imports from another stand where it names them', () => {
  const page =
    'import { owner, fruit } from "/values.mdx"\n\n{owner} grows {fruit.name}, not {fruit.price}.\n'
  const files = {
    'docs/values.mdx':
      'export const owner = "Ronan"\nexport const fruit = { name: "figs", count: 3 }\n\nMore.\n',
  }
  expect(withoutModuleCode(shown(page, files)).trim()).toBe('Ronan grows figs, not {fruit.price}.')
})

test('metadata that a page exports is its frontmatter, unless it has one', () => {
  const page =
    "export const metadata = {\n  title: 'It\"s',\n  openGraph: {},\n  description: `Text`,\n}\n\nA.\n"
  expect(withExportedMetadata(page)).toBe(`---\ntitle: "It\\"s"\n---\n\n${page}`)
  expect(withExportedMetadata(`---\na: b\n---\n${page}`)).toBe(`---\na: b\n---\n${page}`)
  expect(withExportedMetadata('```js\nconst metadata = {}\n```')).toBe('```js\nconst metadata = {}\n```')
})
