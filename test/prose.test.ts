import { describe, expect, test } from 'vitest'
import { type ProseText, pageText, sourceTexts } from '../scripts/prose/collect-texts.ts'
import { lintTexts } from '../scripts/prose/lint-texts.ts'

const rulesOf = async (texts: ProseText[]) => [...new Set((await lintTexts(texts)).map(({ rule }) => rule))]
const onPage = (text: string) => rulesOf([pageText('a.mdx', `---\ntitle: A\n---\n\n${text}\n`)])

describe('the prose check', () => {
  test.each([
    ['longSentence', `${'The server reads the page and '.repeat(8)}stops.`],
    ['invertedClause', 'Who may write to the repository can put text into prompts.'],
    ['invertedClause', 'Whoever has the address may read the page.'],
    ['invertedClause', 'What was written so far is in the thread.'],
    ['passiveRun', 'The file is read. The page is parsed. The passages are written. It works.'],
    ['oddPhrase', 'The fallback is told in the log.'],
    ['oddPhrase', '| A | B |\n| --- | --- |\n| x | What went wrong stands above |'],
    ['terminology', 'It runs on postgres.'],
    ['questionHeading', '## How do I connect GitLab?\n\nSet the token.'],
  ])('finds a planted %s in a page: %s', async (rule, text) => {
    expect(await onPage(text)).toContain(rule)
  })

  test('finds nothing in plain prose, code and questions', async () => {
    const text =
      'The server reads the page. Anyone who can write to it can change it.\n\nWhat is Docent?\n\n```sh\nwhoever\n```'
    expect(await onPage(text)).toEqual([])
  })

  test('reads messages and docstrings of a source, and no other code', async () => {
    const long = 'and it goes on '.repeat(14).trim()
    const source = [
      `/** It begins ${long}. */`,
      "export const a = 'What was asked is told to whoever asks.'",
      "// Whoever reads this comment sees no rule, because it is not for users. 'Whoever reads it is told of it.'",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is a source that the test reads
      'export const b = `The project ${a} has not the key.`',
    ].join('\n')
    const found = await lintTexts(sourceTexts('a.ts', source))
    expect(found.map(({ line, rule }) => `${line} ${rule}`)).toEqual([
      '1 longSentence',
      '2 invertedClause',
      '2 oddPhrase',
      '2 oddPhrase',
      '4 oddPhrase',
    ])
  })

  test('names the line of a page below its frontmatter', async () => {
    const [finding] = await lintTexts([
      pageText('a.mdx', '---\ntitle: A\ndescription: B\n---\n\nWhoever asks, wins.\n'),
    ])
    expect(finding?.line).toBe(6)
  })
})
