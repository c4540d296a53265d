import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writtenAnswers } from './written-answers.ts'

const FOLDER = fileURLToPath(new URL('answers', import.meta.url))
const SOURCES = JSON.parse(readFileSync(`${FOLDER}/sources.json`, 'utf8')) as Record<string, unknown>
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.txt'))

test('every documentation has its answers, and every file says where its documentation is', () => {
  expect(FILES.map((file) => file.replace('.txt', '')).sort()).toEqual(Object.keys(SOURCES).sort())
})

test.each(FILES)('%s has answers whose own choices are in their text', (file) => {
  const answers = writtenAnswers(`${FOLDER}/${file}`)
  expect(answers.length).toBeGreaterThanOrEqual(9)
  for (const { text, choices } of answers) for (const choice of choices) expect(text).toContain(choice)
})

test('a planted fault takes the place of what is right, and only where it differs', () => {
  const directory = mkdtempSync(join(tmpdir(), 'answers-'))
  const file = join(directory, 'acme.txt')
  writeFileSync(
    file,
    '=== How long?\nRun `acme --wait 30`.\n~ `acme --wait => `acme --pause\n~ --wait 30 => --wait 45\n=== And then?\nNothing.\n',
  )
  const [first, second] = writtenAnswers(file)
  expect(first?.text).toBe('Run `acme --wait 30`.')
  expect(first?.planted.map(({ text, start, end, isNumber }) => [text.slice(start, end), isNumber])).toEqual([
    ['pause', false],
    ['45', true],
  ])
  expect(second?.planted).toEqual([])
  writeFileSync(file, '=== How long?\nRun `acme`.\n~ --wait => --pause\n')
  expect(() => writtenAnswers(file)).toThrow('--wait')
  rmSync(directory, { recursive: true })
})
