import { expect, test } from 'vitest'
import { parsePage } from '../src/formats/markdown/parse-page.ts'
import { readScript } from '../src/located/read-script.ts'
import { removePart } from '../src/located/remove-part.ts'

/** Short texts that could be read in many ways: what tries them all takes minutes. */
test.each<[string, () => unknown]>([
  ['attributes without a value', () => parsePage('a.md', `*a*{a=b${' data-a'.repeat(20)} !}\n`.repeat(2))],
  ['attributes of a heading', () => parsePage('a.md', `# a {a=b${' data-a'.repeat(20)} !}\n`.repeat(2))],
  ['a line of attributes', () => parsePage('a.md', `{a=b${' data-a'.repeat(20)} !}\n`.repeat(2))],
  [
    'titles of tabs',
    () => parsePage('a.md', `::: tabs\n${`@tab${'\t'.repeat(900)}${'#a'.repeat(20)}!\n`.repeat(20)}:::\n`),
  ],
  ['comments behind an item', () => removeFirst(`['a' ${'// \t'.repeat(14)}\n]`)],
  ['blocks of comments behind an item', () => removeFirst(`['a' ${'/**/'.repeat(24)}\n]`)],
])('%s take no time', (_name, read) => {
  const before = process.threadCpuUsage()
  read()
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(1_000)
})

test('takes no comma from a comment behind an item', () => {
  expect(removeFirst("export default ['a' // b, c\n]")).not.toContainEqual(
    expect.objectContaining({ end: 25 }),
  )
})

function removeFirst(script: string): unknown {
  const source = script.startsWith('export') ? script : `export default ${script}`
  const list = readScript('a.config.ts', source)
  return list?.kind === 'list' ? removePart(source, list, 0) : expect.fail('no list')
}
