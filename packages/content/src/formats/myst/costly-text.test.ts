import { expect, test } from 'vitest'
import { readMyst } from './read-myst.ts'

async function read(source: string) {
  const before = process.cpuUsage()
  const { markdown } = await readMyst({
    path: 'page.md',
    file: 'page.md',
    source,
    addressOf: () => undefined,
    include: () => undefined,
  })
  const { user, system } = process.cpuUsage(before)
  return { markdown, cpuMs: (user + system) / 1_000 }
}

test('citations are read by their keys', async () => {
  const { markdown } = await read('As [@knuth84] and @lamport86 say.\n')
  expect(markdown).toBe('As knuth84 and lamport86 say.')
})

test.each([
  ['data in one line', `url: ${'[["bU*$_~d",-1.86e+160,null],'.repeat(110)}\n`],
  ['brackets in words of one paragraph', `${`${'['.repeat(390)} `.repeat(20)}\n`],
  ['signs in words of ten paragraphs', `${`${'a@'.repeat(190)} `.repeat(20)}\n\n`.repeat(10)],
  ['a paragraph of 80,000 characters', `${'word [x] some@ '.repeat(5_300)}\n`],
])('%s is read in seconds', async (_, source) => {
  await read('The parser is loaded.')
  const { markdown, cpuMs } = await read(source)
  expect(markdown.length).toBeGreaterThan(source.length / 2)
  // The first three took 25 to 58 s.
  expect(cpuMs).toBeLessThan(5_000)
})

test.each([
  ['{ without }', `${'{ .a '.repeat(40_000)}\n`, 'One paragraph has thousands of {'],
  ['{ before spaces', `{${' '.repeat(8_000)}b\n`, 'One paragraph has thousands of {'],
  ['directives that never end', '```{a} b\n'.repeat(2_000), 'Hundreds of directives are nested'],
  ['directives within quotes', '> :::{a} b\n'.repeat(2_000), 'Hundreds of directives are nested'],
  [
    'groups of directives',
    `${'```{a} b\n'.repeat(300)}\`\`\`\n`.repeat(20),
    'Hundreds of directives are nested',
  ],
])('a page of %s is refused at once, with the reason', async (_, source, reason) => {
  await read('The parser is loaded.')
  const before = process.cpuUsage()
  await expect(read(source)).rejects.toThrow(reason)
  const { user, system } = process.cpuUsage(before)
  // They took 30 s and more.
  expect((user + system) / 1_000).toBeLessThan(1_000)
})

test.each([
  ['code in braces', `${'if (a) { b({ c: 1 }) }\n'.repeat(20_000)}`],
  ['a thousand directives', `${':::{note}\nText\n:::\n\n'.repeat(1_000)}`],
  ['six levels of directives', nested(6)],
  ['a table of roles', `| a |\n| --- |\n${'| {ref}`a <b>` and {doc}`c` |\n'.repeat(2_000)}`],
])('a page of %s is read', async (_, source) => {
  const { markdown } = await read(source)
  expect(markdown.length).toBeGreaterThan(source.length / 4)
})

function nested(levels: number): string {
  return levels === 0
    ? 'Text.'
    : `${':'.repeat(levels + 2)}{note}\n${nested(levels - 1)}\n${':'.repeat(levels + 2)}`
}
