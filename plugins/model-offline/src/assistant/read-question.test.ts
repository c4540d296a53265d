import { expect, test } from 'vitest'
import { readQuestion } from './read-question.ts'

const termsOf = (text: string) => [...readQuestion(text, []).weights.keys()]

test('leaves out how a question for a place asks, and no such word of another question', () => {
  expect(termsOf('Where does Docent keep backups?')).not.toContain('keep')
  expect(termsOf('How do I keep backups?')).toContain('keep')
})

test('reads verbs of two words as the one that documentation has for them', () => {
  for (const question of ['How do I turn off telemetry?', 'How do I switch the telemetry off?'])
    expect(termsOf(question)).toEqual(termsOf('How do I disable telemetry?'))
  expect(termsOf('Are lamps turned on?')).toEqual(termsOf('Are lamps enabled?'))
  expect(termsOf('When is a search cut off?')).toEqual(termsOf('search cutoff'))
})

test('reads a very long question in linear time', () => {
  const before = process.threadCpuUsage()
  readQuestion('warm up '.repeat(40_000), [])
  const { user, system } = process.threadCpuUsage(before)
  // It took a minute when each word looked back to the first.
  expect((user + system) / 1_000).toBeLessThan(8_000)
})

test('tells verbs and numbers of an example from what the question is about', () => {
  const looseOf = (text: string) => [...readQuestion(text, []).loose]
  expect(looseOf('Does it speak MQTT?')).toEqual(['speak'])
  expect(looseOf('Can browsers connect over websockets?')).toEqual(['connect'])
  expect(looseOf('Is there a way to rename subjects?')).toEqual(['renam'])
  expect(looseOf('Is there an app that listens on port 3000?')).toEqual(['3000'])
  expect(looseOf('Which client speaks HTTP/3 and runs on Windows 11?')).toEqual([])
})

test('reads a verb around its object as one word, and an acronym with a number as one name', () => {
  expect(termsOf('How do I shut a server down?')).toContain('stop')
  expect(readQuestion('Does it speak HTTP/3?', []).whole).toEqual(['HTTP/3'])
  expect(termsOf('Can I have HTTPS?')).toContain('https')
})

test('reads a verb around its object as one word where another such word follows', () => {
  expect(termsOf('How do I set it up in Vim?')).toEqual(termsOf('How do I set up in Vim?'))
})

test('reads what the answer of a question has: a version for versions, a reason for why', () => {
  const answers = (text: string, unit: string) => readQuestion(text, []).measure?.test(unit)
  expect(answers('Which Python versions does it need?', 'It needs Python 3.9.')).toBe(true)
  expect(answers('Which Node.js versions does it need?', 'Name the version of Node.js.')).toBe(false)
  expect(answers('Why is it installed?', 'It is installed because it is needed.')).toBe(true)
  expect(answers('Why is it installed?', 'It is installed in a folder.')).toBe(false)
})

test('tells a question for what is left out', () => {
  const isNegative = (text: string) => readQuestion(text, []).isNegative
  expect(isNegative('How do I build without the cache?')).toBe(true)
  expect(isNegative("Why don't tests run?")).toBe(true)
  expect(isNegative('How do I build with the cache?')).toBe(false)
})

test('knows past forms that no ending shows', () => {
  expect(termsOf('How long are conversations kept and sent?')).toEqual(termsOf('conversation keep send'))
})
