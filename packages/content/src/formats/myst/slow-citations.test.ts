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
