import { MemoryProjectNotes } from '@docent/testing'
import { expect, test } from 'vitest'
import { projectId } from '../../domain/ids.ts'
import { IndexAttempts } from './index-attempts.ts'

const HOUR = 60 * 60_000

function scene() {
  const notes = new MemoryProjectNotes()
  let now = 0
  const begin = (revision = 'a', force = false) =>
    new IndexAttempts(notes, projectId('handbook')).begin({ revision, now, force }, {})
  const ended = () => new IndexAttempts(notes, projectId('handbook')).ended()
  const pass = (ms: number) => {
    now += ms
  }
  return { begin, ended, pass }
}

test('leaves a revision alone that ended five processes, and tries it again hours later, once', async () => {
  const { begin, pass } = scene()
  for (let attempt = 0; attempt < 5; attempt++) await begin()
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable', isRetryable: false })
  pass(5 * HOUR)
  await expect(begin()).rejects.toThrow('docent index handbook --force')
  pass(2 * HOUR)
  await begin()
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable' })
})

test('counts a run that ended in order as none, and each revision by itself', async () => {
  const { begin, ended } = scene()
  for (let attempt = 0; attempt < 9; attempt++) {
    await begin()
    await ended()
  }
  for (let attempt = 0; attempt < 5; attempt++) await begin()
  await begin('b')
})

test('a person may ask again', async () => {
  const { begin } = scene()
  for (let attempt = 0; attempt < 5; attempt++) await begin()
  await begin('a', true)
})
