import { describe, expect, test } from 'vitest'
import { extractNames } from './extract-names.ts'

/** More than enough for a few words, on a slow machine too. */
const MOST_MS = 500

describe('few words that could be read in many ways take no time', () => {
  test.each([
    ['an anchor of capitals', `\`#e${'A'.repeat(26)}_\``],
    ['an address with an anchor of capitals', `[a](/guide#e${'A'.repeat(26)}_)`],
    ['a key of capitals', `set e${'A'.repeat(26)}_ to 1`],
    ['a key of capitals in code', `\`set e${'A'.repeat(26)}_ to 1\``],
    ['a key of capitals in output', `\`\`\`\ne${'A'.repeat(26)}_: 1\n\`\`\``],
    ['calls of what may be missing', `.a${'.a?.a?'.repeat(12)}#a()`],
    ['calls of what may be missing in code', `\`\`\`js\na.a${'?.a'.repeat(24)}#a()\n\`\`\``],
  ])('%s', (_name, answer) => {
    const before = process.threadCpuUsage()
    extractNames(answer)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(MOST_MS)
  })
})
