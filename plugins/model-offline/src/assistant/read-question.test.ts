import { expect, test } from 'vitest'
import { readQuestion } from './read-question.ts'

const termsOf = (text: string) => [...readQuestion(text, []).weights.keys()]

test('leaves out how a question for a place asks, and no such word of another question', () => {
  expect(termsOf('Where does Docent keep backups?')).not.toContain('keep')
  expect(termsOf('How do I keep backups?')).toContain('keep')
})

test('reads a very long question in linear time', () => {
  const before = process.threadCpuUsage()
  readQuestion('warm up '.repeat(40_000), [])
  const { user, system } = process.threadCpuUsage(before)
  // It took a minute when each word looked back to the first.
  expect((user + system) / 1_000).toBeLessThan(8_000)
})
