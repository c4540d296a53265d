import { type Page, parsePage } from '@docent/content'
import { describe, expect, test } from 'vitest'
import { parseEvaluation } from '../evaluation-questions.ts'
import { pageQuestions } from './page-questions.ts'

const SITE = { root: 'docs', base: '' }

function pages(files: Readonly<Record<string, string>>): Page[] {
  return Object.entries(files).map(
    ([file, source]) => parsePage(`docs/${file}`, source, { root: 'docs' }).page,
  )
}

const questions = (files: Readonly<Record<string, string>>) => pageQuestions(pages(files), SITE)

describe('pageQuestions', () => {
  test('takes the text of a link for a question that the linked page answers', () => {
    const made = questions({
      'index.md': '# Home\n\nRead [how tokens are rotated](keys.md#rotate), or [more](keys.md).',
      'keys.md': '# Keys\n\nA page.',
    })
    expect(made).toEqual([
      { question: 'how tokens are rotated', pages: ['/keys'], contains: [], ignore: ['/'], origin: 'link' },
    ])
  })

  test('leaves out a text that leads to two pages, nowhere, or away', () => {
    const made = questions({
      'a.md':
        '[read the other guide](b.md) [the lost old page](gone.md) [a site far away](https://example.com/x)',
      'b.md': '[read the other guide](a.md)',
    })
    expect(made).toEqual([])
  })

  test('asks with headings that one page has, as people would', () => {
    const made = questions({
      'a.md':
        '# One page here\n\n## Rotate a signing key\n\n## 3. How to add members\n\n## Is it safe here?\n\n## Notes for all readers',
      'b.md': '# Two\n\n## Notes for all readers\n\n## ttl: number | undefined of it\n\n## Short',
    })
    expect(made.map(({ question, pages: [page] }) => `${question} ${page}`).sort()).toEqual([
      'How do I add members? /a',
      'How do I rotate a signing key? /a',
      'Is it safe here? /a',
      'One page here /a',
    ])
  })

  test('asks nothing about the headings of releases', () => {
    const made = questions({
      'a.md': [
        '# Changes of this library',
        '## 0.43.0 (December 25, 2024)',
        '## [1.2.0] - 2024-12-25 of March',
        '## v2.0.0-rc.1: the first candidate',
        '## 2024-12-25 what is new',
        '## 2.0 drops the old parser',
      ].join('\n\n'),
    })
    expect(made.map(({ question }) => question).sort()).toEqual([
      '2.0 drops the old parser',
      'Changes of this library',
    ])
  })

  test('asks for names that tables explain, and for defaults that they give', () => {
    const table =
      '| Option | Default | Meaning |\n| --- | :-: | --- |\n| `--max-age` | `30` | days \\| weeks |\n| `--force` | - | always |\n| `status` | `on` | a word |\n'
    const made = questions({
      'a.md': `# A\n\n${table}\n\`\`\`md\n| Option | x |\n|--|--|\n| \`--no\` | x |\n\`\`\`\n`,
    })
    expect(made).toHaveLength(2)
    expect(made).toContainEqual({
      question: 'What is the default of --max-age?',
      pages: ['/a'],
      contains: ['30'],
      origin: 'option',
    })
    expect(made).toContainEqual({
      question: 'What does --force do?',
      pages: ['/a'],
      contains: [],
      origin: 'option',
    })
  })

  test('leaves out hidden pages and drafts', () => {
    const heading = '\n# A heading of three words\n'
    expect(
      questions({ 'a.md': `---\nhidden: true\n---${heading}`, 'b.md': `---\ndraft: true\n---${heading}` }),
    ).toEqual([])
  })

  test('writes what an evaluation reads', () => {
    const made = questions({
      'a.md': '# Choose a storage engine\n\n[links to another page](b.md)',
      'b.md': '# B',
    })
    const lines = made.map(({ contains, ...line }) => JSON.stringify(line)).join('\n')
    expect(parseEvaluation(lines)).toEqual(made)
  })
})
