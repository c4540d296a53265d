import { expect, test } from 'vitest'
import { readFrontmatter } from '../formats/page/frontmatter.ts'
import { readYaml } from './read-yaml.ts'

test('reads what an alias stands for, also twice', () => {
  expect(readYaml('a: &x [1]\nb: *x\nc: [*x, *x]')).toEqual({ a: [1], b: [1], c: [[1], [1]] })
})

test.each(['a: &x [*x]', 'a: &x {b: {c: *x}}', '&x {a: *x}'])('refuses %s, which holds itself', (text) => {
  expect(() => readYaml(text)).toThrow(/alias .* inside of what it stands for/)
})

test('a page whose frontmatter holds itself has a problem, and data that JSON can keep', () => {
  const { data, problem } = readFrontmatter('---\ntags: &x [*x]\n---\n\n# A\n')
  expect(JSON.stringify(data)).toBe('{}')
  expect(problem?.message).toMatch(/^The frontmatter is not valid YAML: It has an alias/)
})
