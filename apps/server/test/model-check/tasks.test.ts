import type { ModelCheck } from '@docent/core'
import { type ScriptedReply, scriptedModel, scriptedProvider } from '@docent/testing'
import { expect, it } from 'vitest'
import { modelTasks } from '../../src/model-check/model-tasks.ts'
import { startTestServer } from '../start-test-server.ts'

/** Ids of the questions and tasks that the model is scripted for. */
const ONLY = ['rollback', 'price', 'one-sentence']

async function checksOf(
  reply: (prompt: string, hasResults: boolean) => ScriptedReply,
  mostMs = 600_000,
): Promise<ModelCheck[]> {
  const model = scriptedModel(({ prompt }) => {
    const last = prompt.findLast(({ role }) => role === 'user')
    return reply(JSON.stringify(last), prompt.at(-1)?.role === 'tool')
  })
  await using server = await startTestServer({ models: scriptedProvider('scripted', { it: model }) })
  const checks: ModelCheck[] = []
  const tasks = modelTasks(server.running.docent, {
    model: 'scripted:it',
    areas: ['answers', 'agent'],
    only: ONLY,
    mostMs,
    signal: AbortSignal.timeout(120_000),
  })
  expect(tasks.count).toBe(3)
  await tasks.run((check) => void checks.push(check))
  expect(checks.map(({ id }) => id)).toEqual(ONLY)
  return checks
}

const edit = (new_text: string): ScriptedReply => ({
  toolCalls: [
    { toolName: 'edit_file', input: { path: 'docs/guides/secrets.mdx', old_text: 'recieved', new_text } },
  ],
})

it('has no failure for a model that answers and works well', async () => {
  const checks = await checksOf((prompt, hasResults) => {
    if (prompt.includes('recieved')) return hasResults ? { text: 'Mended one word.' } : edit('received')
    if (prompt.includes('cost')) return { text: '[[unanswered]] The documentation does not say it.' }
    return { text: 'Run `ferry rollback 41` [1].' }
  })
  expect(checks.map(({ detail }) => detail)).toEqual([undefined, undefined, undefined])
  expect(checks.every(({ inputTokens, outputTokens }) => inputTokens > 0 && outputTokens > 0)).toBe(true)
}, 180_000)

it('names what a model invents, never refuses and edits wrongly', async () => {
  const checks = await checksOf((prompt, hasResults) => {
    if (prompt.includes('recieved')) return hasResults ? { text: 'Mended one word.' } : edit('gotten')
    return { text: 'Run `ferry rollback --everything-at-once` [1].' }
  })
  expect(checks.map(({ defects }) => defects)).toEqual([
    expect.arrayContaining(['invents-names']),
    expect.arrayContaining(['never-refuses', 'invents-names']),
    ['wrong-edits'],
  ])
}, 180_000)

it('skips what the time is too short for', async () => {
  const checks = await checksOf(() => ({ text: 'Never asked.' }), 0)
  expect(checks.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped'])
}, 180_000)
