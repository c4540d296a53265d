import { expect, test } from 'vitest'
import { readExported, readKey } from './read-literal.ts'

const exported = (text: string, file = 'site.config.ts', more: Record<string, string> = {}) =>
  readExported(file, new Map(Object.entries({ ...more, [file]: text })))
const key = (text: string, name: string) =>
  readKey('site.config.ts', new Map([['site.config.ts', text]]), name)

test('reads objects, lists, strings and numbers with comments and trailing commas', () => {
  const source = `export default { a: 1, 'b-c': "two", d: [true, null, 'it\\'s'], /* no */ e: { f: \`x\` }, // end
  }`
  expect(exported(source)).toEqual({ a: 1, 'b-c': 'two', d: [true, null, "it's"], e: { f: 'x' } })
  expect(exported(`module.exports = { a: 1 }`, 'site.config.js')).toEqual({ a: 1 })
  expect(exported(`// a comment\n{ "a": [1, "b"] }`, 'meta.json')).toEqual({ a: [1, 'b'] })
})

test('leaves out what is no literal and goes on after it', () => {
  const source =
    'export default { a: call({ b: [1, 2] }), ...rest, c: x ? 1 : 2, d: "kept", e: `$' +
    '{x}`, f() { return 1 }, g: 3 }'
  expect(exported(source)).toEqual({ d: 'kept', g: 3 })
})

test('finds what is exported directly, in a call, or by name', () => {
  expect(exported('export default { a: 1 }')).toEqual({ a: 1 })
  expect(exported('export default defineConfig({ a: 1 })')).toEqual({ a: 1 })
  expect(exported('export default withPlugin(defineConfig({ a: 1 }))')).toEqual({ a: 1 })
  expect(exported('const x: Config = { a: 1 }\nexport default x')).toEqual({ a: 1 })
  expect(exported('export default { a: 1 } satisfies Meta')).toEqual({ a: 1 })
  expect(exported('export const a = 1')).toBeUndefined()
})

test('follows constants of the file and of files beside it, also where they are spread', () => {
  const more = { 'nav/sidebar.ts': "export const items = ['b']\nexport default ['c']" }
  const source = `import last, { items as middle } from './nav/sidebar'
const first = ['a'] as const
const a = [...a]
export default { all: [...first, ...middle, ...last, ...other], a, first }`
  expect(exported(source, 'site.config.ts', more)).toEqual({
    all: ['a', 'b', 'c', undefined],
    a: [undefined],
    first: ['a'],
  })
})

test('follows functions as far as what they return is written out', () => {
  const more = {
    'nav/sidebar.ts': "export function guide(base: string) {\n  return [{ text: 'Guide', link: base }]\n}",
  }
  const source = `import { guide } from './nav/sidebar'
const base = '/'
const api = (base) => [{ text: 'API', link: base }]
const late = () => { const items = ['a']; return items }
function again() { return [...again(), 'b'] }
export default async function () { return { guide: guide('/guide/'), api: api('/'), late: late(), again: again(), other: other() } }`
  expect(exported(source, 'site.config.ts', more)).toEqual({
    guide: [{ text: 'Guide' }],
    api: [{ text: 'API' }],
    late: ['a'],
    again: [undefined, 'b'],
  })
})

test('finds a key deep in calls', () => {
  expect(key('export default f(g({ themeConfig: { sidebar: [{ text: "A" }] } }))', 'sidebar')).toEqual([
    { text: 'A' },
  ])
  expect(key('export default { plugins: [starlight({ sidebar: ["a"] })] }', 'sidebar')).toEqual(['a'])
  expect(key('export default { sidebar: makeSidebar() }', 'sidebar')).toBeUndefined()
})

test('ends with every text that is cut off, nested without end or ambiguous', { timeout: 120_000 }, () => {
  for (const source of ['{', '[', '{ a:', '{ a: "', '[[[', '{ a: (((', '/*', '`${', ''])
    exported(`export default ${source}`)
  for (const part of ['[', '(a: (', 'a ? (b) : ', '`${', '{a:', '(a=>('])
    expect(() => exported(`export default ${part.repeat(40_000)}`)).not.toThrow()
  expect(exported('export default { __proto__: { polluted: 1 } }')).not.toHaveProperty('polluted')
})
