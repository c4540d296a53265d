import { expect, test } from 'vitest'
import { readFrontmatter } from './frontmatter.ts'

const page = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\nText.`

test.each([
  ['title: {#if ...}', { title: '{#if ...}' }],
  ['title: Why: a history', { title: 'Why: a history' }],
  ["description: @attach isn't a rune", { description: "@attach isn't a rune" }],
  ['sidebar_label: `bind:`', { sidebar_label: '`bind:`' }],
])('takes words as they stand where they are no YAML: %s', (line, words) => {
  const read = readFrontmatter(page(line, 'draft: yes', 'tags: [one, two]'))
  expect(read.data).toEqual({ ...words, draft: 'yes', tags: ['one', 'two'] })
  expect(read.problem).toMatchObject({ line: 2, message: expect.stringContaining('put quotes around them') })
  expect(read.closesPage).toBeUndefined()
})

test.each([
  [['title: Why: a history', 'groups: [staff']],
  [['title: {#if ...}', 'hidden: {', '  a: b }']],
  [['title: Why: a history', 'groups:', '  - staff']],
  [['title: Why: a history', 'title: Again']],
  [['title: "Why: a', 'groups: staff']],
  [['title: {', 'groups: staff }']],
])('closes a page of which more than words cannot be read', (lines) => {
  expect(readFrontmatter(page(...lines))).toMatchObject({ data: {}, closesPage: true })
})
