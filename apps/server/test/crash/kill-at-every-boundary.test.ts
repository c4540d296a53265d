import type { Job } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { IS_LONG } from '../../../../scripts/long-runs.ts'
import { agentRig } from './agent-rig.ts'
import { BOUNDARIES, boundaryWraps } from './boundaries.ts'
import { crashScenes } from './crash-scenes.ts'
import { killAndCarryOn, WORDS } from './kill-and-carry-on.ts'

const scene = crashScenes()
/** The four where most was ever lost; a long run kills at all. */
const SOME = ['after claim', 'after record model 2', 'after push', 'before settle'] as const
const boundaries = IS_LONG ? BOUNDARIES : SOME

describe('a worker that is killed with SIGKILL', () => {
  test.each(boundaries)(
    '%s: the job completes elsewhere, with one pull request and no recorded step repeated',
    async (boundary) => killAndCarryOn(await scene(), boundary),
  )
})

describe('a follow-up', () => {
  test.each(['after record model 3', 'after push', 'before settle'] as const)(
    'sent %s is never lost: it lands on the same branch and pull request',
    async (boundary) => {
      const { rig, project, settled, pulls, create, cleanups } = await scene()
      const job = await create()
      let sent: Promise<Job> | undefined
      const script = (options: { prompt: Array<{ role: string }> }) => {
        const step = options.prompt.filter((message) => message.role === 'assistant').length
        if (step === 0)
          return { toolCalls: [{ toolName: 'write_file', input: { path: 'new.md', content: '# New\n' } }] }
        if (step === 1)
          return {
            toolCalls: [
              { toolName: 'edit_file', input: { path: 'index.md', old_text: 'Hello', new_text: 'Hi' } },
            ],
          }
        if (step === 2) return { text: 'Done.' }
        if (step === 3)
          return { toolCalls: [{ toolName: 'write_file', input: { path: 'more.md', content: '# More\n' } }] }
        return { text: 'More is done.' }
      }
      const directory = rig.directory
      const racing = agentRig({
        directory,
        script: script as never,
        ...boundaryWraps(async (reached) => {
          if (reached !== boundary || sent) return
          sent = rig.send.send({ project, id: job.id, prompt: 'And add more.md' })
          await sent
        }),
      })
      cleanups.push(() => racing.close())
      racing.worker.start()
      const done = await settled(job)
      await sent
      expect(done.messageToUser).toMatch(/^3 files changed \(\+\d+ −1\): /)
      expect(done.messageToUser.endsWith(`${WORDS}More is done.`)).toBe(true)
      expect((await rig.jobs.messages(job.id)).map((message) => message.state)).toEqual(['read', 'read'])
      const all = await pulls()
      expect(all).toHaveLength(1)
      const diff = await rig.host.diff(project.repository, all[0]?.number ?? 0)
      expect(diff).toContain('more.md')
      expect(diff).toContain('new.md')
    },
  )

  test('to a finished job continues its branch and pull request with a new commit', async () => {
    const { rig, project, worker, settled, pulls, create, commits, modelCalls } = await scene()
    const job = await create()
    worker()
    await settled(job)
    const again = await rig.send.send({ project, id: job.id, prompt: 'Thanks. Anything else?' })
    expect(again).toMatchObject({ status: 'active', run: 2 })
    let last: Job | undefined
    for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
      if (event.type !== 'run-finished' || event.run !== 2) continue
      last = await rig.jobs.get(job.id)
      break
    }
    expect(last).toMatchObject({
      status: 'completed',
      messageToUser: `No file was changed.${WORDS}Nothing more to do (2).`,
    })
    expect(await pulls()).toHaveLength(1)
    expect(await commits()).toBe(1)
    expect(modelCalls()).toEqual([0, 1, 2, 3])
  })
})
