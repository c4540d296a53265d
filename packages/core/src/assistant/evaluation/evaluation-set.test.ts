import { MemoryNamedLeases, MemoryProjectNotes } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { projectId } from '../../domain/ids.ts'
import { EvaluationSet } from './evaluation-set.ts'

const docs = projectId('docs')
const question = { question: 'How do I revoke a key?', pages: ['/guides/keys'], contains: [] }

function scene() {
  const notes = new MemoryProjectNotes()
  let made = 0
  const ids = { sortable: () => '', secret: () => `holder-${made++}` }
  const clock = { now: () => 1_000 + made }
  const leases = new MemoryNamedLeases(clock)
  return { notes, leases, set: new EvaluationSet(notes, leases, clock, ids) }
}

describe('EvaluationSet', () => {
  test('keeps questions in their order, for whoever reads the same notes, a project apart', async () => {
    const { notes, leases, set } = scene()
    await set.save(docs, question)
    await set.save(docs, { question: 'What is the weather?', pages: [], contains: [], refuses: true })
    const other = new EvaluationSet(notes, leases, { now: () => 0 }, { sortable: () => '', secret: () => '' })
    expect(await other.list(docs)).toMatchObject([
      { ...question, id: expect.stringMatching(/^[0-9a-f]{16}$/), savedAt: 1_000 },
      { question: 'What is the weather?', refuses: true },
    ])
    expect(await other.list(projectId('other'))).toEqual([])
  })

  test('replaces a question of the same words', async () => {
    const { set } = scene()
    const first = await set.save(docs, question)
    const second = await set.save(docs, { ...question, pages: ['/keys'] })
    expect(second.id).toBe(first.id)
    expect(await set.list(docs)).toMatchObject([{ pages: ['/keys'] }])
  })

  test('refuses a question of which nothing is expected', async () => {
    const { set } = scene()
    const saving = set.save(docs, { question: 'What?', pages: [], contains: [] })
    await expect(saving).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await set.list(docs)).toEqual([])
  })

  test('removes one, and says when it is not there', async () => {
    const { set } = scene()
    const { id } = await set.save(docs, question)
    expect(await set.remove(docs, id)).toBe(true)
    expect(await set.remove(docs, id)).toBe(false)
    expect(await set.list(docs)).toEqual([])
  })

  test('loses no question when two are saved at once: one of them is asked to try again', async () => {
    const { set } = scene()
    const results = await Promise.allSettled([
      set.save(docs, question),
      set.save(docs, { ...question, question: 'Another?' }),
    ])
    const kept = results.filter(({ status }) => status === 'fulfilled').length
    expect(await set.list(docs)).toHaveLength(kept)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'conflict', isRetryable: true })
    await set.save(docs, { ...question, question: 'A third?' })
    expect(await set.list(docs)).toHaveLength(kept + 1)
  })

  test('is full at 500 questions', async () => {
    const { set } = scene()
    for (let n = 0; n < 500; n++) await set.save(docs, { ...question, question: `Question ${n}?` })
    await expect(set.save(docs, question)).rejects.toThrow(/holds 500 questions/)
    await set.save(docs, { ...question, question: 'Question 7?', pages: ['/seven'] })
    expect(await set.list(docs)).toHaveLength(500)
  })
})
