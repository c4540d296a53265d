import { cpuTimeOf } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { parsePrompt } from './parse-prompt.ts'

/** Prompts may have 100,000 characters, and a slow pattern would stall every other request of the process. */
const LENGTHS = [100_000, 19_000]

const shapes = [
  'replace ',
  'add a page ',
  'add a section "a" to ',
  'in a/b/c-',
  'a-b ',
  'and replace ',
  'replace "a" with "b" and ',
  'replace "a" with "b" in a.mdx and b.mdx, ',
  '"',
  "'a ",
  '`',
  '```\n',
  '\n- ',
  '. ',
  'saying: ',
  'add x saying: y. ',
  'add a section "x" to a.mdx saying: y.\n',
  ', please',
  '. Add a b.',
  'a/',
  'the page ',
  'move a.b-',
  '\uE000',
  ' ',
]

describe('the parser of prompts', () => {
  test.each(shapes)('reads a long run of %j within two seconds', async (shape) => {
    const cost = await cpuTimeOf(() => {
      for (const length of LENGTHS) {
        const prompt = shape.repeat(Math.ceil(length / shape.length)).slice(0, length)
        parsePrompt(prompt)
        parsePrompt(`replace ${prompt}`)
      }
    })
    expect(cost).toBeLessThan(2000)
  })
})
