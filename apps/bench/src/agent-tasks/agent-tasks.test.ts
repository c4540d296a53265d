import type { ModelProvider } from '@docent/core/plugin'
import {
  type AgentTask,
  changedFiles,
  failuresOf,
  filesOf,
  SITE,
  TASKS,
  wholeSiteSound,
} from '@docent/server'
import { type Script, scriptedModel, scriptedProvider } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { runTask } from './run-task.ts'
import { tableOf } from './table.ts'

const taskOf = (id: string): AgentTask => {
  const task = TASKS.find((each) => each.id === id)
  if (!task) throw new Error(`There is no task ${id}.`)
  return task
}
const provider = (script: Script): ModelProvider[] => [
  scriptedProvider('scripted', { model: scriptedModel(script) }),
]
const run = (id: string, script: Script) =>
  runTask(taskOf(id), { providers: provider(script), model: 'scripted:model', maxRunMs: 60_000 })

/** Tasks that a run without changes cannot but pass, if it says the right thing. */
const NOTHING_TO_CHANGE = ['invented-option', 'invented-figures', 'nothing-to-do', 'contradiction']

describe('the tasks for the agent', () => {
  test('are at least twenty, each with an id of its own, on a sound site', async () => {
    expect(TASKS.length).toBeGreaterThanOrEqual(20)
    expect(new Set(TASKS.map(({ id }) => id)).size).toBe(TASKS.length)
    const files = new Map(Object.entries(SITE))
    const broken = new Map(files).set('docs/install.mdx', '[x](/none)')
    expect(await wholeSiteSound({ before: files, after: broken, closing: '' })).toContain('/none')
    expect(await wholeSiteSound({ before: files, after: files, closing: '' })).toBeUndefined()
  })

  test.each(
    TASKS.filter(({ id }) => !NOTHING_TO_CHANGE.includes(id)).map((task) => [task.id, task] as const),
  )('%s is not done by doing nothing, and not by ruining the site', async (_id, task) => {
    const before = filesOf(task)
    expect(await failuresOf(task, { before, after: before, closing: 'Done.' })).not.toEqual([])
    const after = new Map([...before].map(([path, text]) => [path, `${text}\n[x](/none)\n`]))
    expect(await failuresOf(task, { before, after, closing: 'Done.' })).not.toEqual([])
  })

  test.each(NOTHING_TO_CHANGE)('%s wants it said why nothing changed', async (id) => {
    const task = taskOf(id)
    const before = filesOf(task)
    expect(await failuresOf(task, { before, after: before, closing: 'Finished.' })).not.toEqual([])
    const closing =
      'Nothing to change: every guide has them already. The source says 300, and there is no --turbo and no figure.'
    expect(await failuresOf(task, { before, after: before, closing })).toEqual([])
  })

  test('see what an agent did in a real run, good and bad', async () => {
    const edit = (new_text: string) => ({
      toolCalls: [
        {
          toolName: 'edit_file',
          input: { path: 'docs/guides/secrets.mdx', old_text: 'recieved', new_text },
        },
      ],
    })
    const good = await run('one-sentence', [edit('received'), { text: 'Mended one word.' }])
    expect(good).toMatchObject({ passed: true, failures: [] })
    expect(good.run).toMatchObject({ steps: 2, calls: ['edit_file'] })
    const bad = await run('one-sentence', [edit('gotten'), { text: 'Mended one word.' }])
    expect(bad.passed).toBe(false)
    expect(bad.failures.join()).toContain('They are received')
    expect(tableOf([good, bad])).toMatch(/^all\s+1\/2\s+4 /m)
  })

  test('see that a page was moved with everything that belongs to it', async () => {
    const move = (fix_links: boolean) => ({
      toolCalls: [
        {
          toolName: 'move_file',
          input: { from: 'docs/guides/rollback.mdx', to: 'docs/guides/undo.mdx', fix_links },
        },
      ],
    })
    expect((await run('move-page', [move(true), { text: 'Moved.' }])).failures).toEqual([])
    const careless = await run('move-page', (_call, n) => (n === 0 ? move(false) : { text: 'Moved.' }))
    expect(careless.failures.length).toBeGreaterThan(3)
  })

  test('tell of a job that fails', async () => {
    const outcome = await run('title', [{ error: new Error('no credit') }])
    expect(outcome.failures[0]).toContain('the job failed')
    expect(changedFiles({ before: filesOf(taskOf('title')), after: outcome.run.files, closing: '' })).toEqual(
      [],
    )
  })
})
