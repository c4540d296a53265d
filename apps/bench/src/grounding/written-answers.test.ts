import { readdirSync, readFileSync } from 'node:fs'
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
