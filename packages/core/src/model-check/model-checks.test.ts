import { MemoryProjectNotes } from '@docent/testing'
import { describe, expect, it } from 'vitest'
import { projectId } from '../domain/ids.ts'
import { fitnessOf } from './fitness.ts'
import type { ModelCard, ModelCheck } from './model-card.ts'
import { ModelChecks } from './model-checks.ts'

const card = (model: string, at: number): ModelCard => ({
  model,
  at,
  ms: 1,
  inputTokens: 1,
  outputTokens: 1,
  cost: null,
  context: { claimed: 8_192, measured: null, isAtLeast: false },
  fitness: { assistant: 'unknown', agent: 'unknown' },
  checks: [],
  advice: [],
})

const check = (area: ModelCheck['area'], id: string, passed: boolean): ModelCheck => ({
  id,
  area,
  title: id,
  outcome: passed ? 'passed' : 'failed',
  ms: 0,
  inputTokens: 0,
  outputTokens: 0,
})
const tasks = (area: ModelCheck['area'], passed: number) =>
  Array.from({ length: 10 }, (_, index) => check(area, `${area} ${index}`, index < passed))

describe('the cards of a project', () => {
  it('are one a model, the newest first, at most 20', async () => {
    const checks = new ModelChecks(new MemoryProjectNotes())
    const project = projectId('docs')
    expect(await checks.list(project)).toEqual([])
    for (let at = 1; at <= 21; at++) await checks.keep(project, card(`local:${at}`, at))
    await checks.keep(project, card('local:5', 99))
    const kept = await checks.list(project)
    expect(kept).toHaveLength(20)
    expect(kept[0]).toEqual(card('local:5', 99))
    expect(kept.filter(({ model }) => model === 'local:5')).toHaveLength(1)
    expect(await checks.list(projectId('other'))).toEqual([])
  })
})

describe('the fitness of a model', () => {
  it('is by its share of tasks, and less when it lacks what a role needs', () => {
    expect(fitnessOf([])).toEqual({ assistant: 'unknown', agent: 'unknown' })
    expect(fitnessOf([...tasks('answers', 8), ...tasks('agent', 6)])).toEqual({
      assistant: 'good',
      agent: 'limited',
    })
    expect(fitnessOf(tasks('answers', 5)).assistant).toBe('unfit')
    expect(fitnessOf([check('protocol', 'system-role', false), ...tasks('answers', 10)]).assistant).toBe(
      'limited',
    )
    expect(fitnessOf([check('protocol', 'tool-call', false)])).toEqual({
      assistant: 'unknown',
      agent: 'unfit',
    })
  })
})
