import { expect, test } from 'vitest'
import { readExported, readKey, readLiteral } from './read-literal.ts'

test('reads objects, lists, strings and numbers with comments and trailing commas', () => {
  const source = `{ a: 1, 'b-c': "two", d: [true, null, 'it\\'s',], /* no */ e: { f: \`x\` }, // end
  }`
  expect(readLiteral(source, 0)).toEqual({ a: 1, 'b-c': 'two', d: [true, null, "it's"], e: { f: 'x' } })
})

test('leaves out what is no literal and goes on after it', () => {
  const source =
    '{ a: call({ b: [1, 2] }), ...rest, c: x ? 1 : 2, d: "kept", e: `$' + '{x}`, f() { return 1 }, g: 3 }'
  expect(readLiteral(source, 0)).toMatchObject({ d: 'kept', g: 3 })
})

test('finds what is exported directly, in a call, or by name', () => {
  expect(readExported('export default { a: 1 }')).toEqual({ a: 1 })
  expect(readExported('export default defineConfig({ a: 1 })')).toEqual({ a: 1 })
  expect(readExported('const x: Config = { a: 1 }\nexport default x')).toEqual({ a: 1 })
  expect(readExported('export default { a: 1 } satisfies Meta')).toEqual({ a: 1 })
  expect(readExported('export const a = 1')).toBeUndefined()
})

test('finds a key deep in calls', () => {
  expect(readKey('export default f(g({ themeConfig: { sidebar: [{ text: "A" }] } }))', 'sidebar')).toEqual([
    { text: 'A' },
  ])
  expect(readKey('sidebar: makeSidebar()', 'sidebar')).toBeUndefined()
})

test('ends with every text that is cut off or nested without end', () => {
  for (const source of ['{', '[', '{ a:', '{ a: "', '[[[', '{ a: (((', '/*', '`${']) readLiteral(source, 0)
  expect(() => readLiteral('['.repeat(10_000), 0)).not.toThrow()
  expect(readLiteral('{ __proto__: { polluted: 1 } }', 0)).not.toHaveProperty('polluted')
})
