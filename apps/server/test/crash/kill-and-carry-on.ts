import { once } from 'node:events'
import { expect } from 'vitest'
import { faultsOf, readLog } from '../chaos/check-event-logs.ts'
import type { Boundary } from './boundaries.ts'
import type { CrashScene } from './crash-scenes.ts'

export const WORDS = "\n\nThe agent's own words:\n\n"

/** Kills a worker with SIGKILL at the boundary, and expects that another one brings the job to its end. */
export async function killAndCarryOn(scene: CrashScene, boundary: Boundary): Promise<void> {
  const { rig, worker, settled, modelCalls, pulls, create, file, commits } = scene
  const job = await create()
  const doomed = worker({ dieAt: boundary })
  const [code, signal] = await once(doomed, 'exit')
  expect([code, signal]).toEqual([null, 'SIGKILL'])
  const recorded = (await rig.jobs.steps(job.id)).filter((step) => step.kind === 'model').length
  const before = modelCalls().length
  // In this process, which has all of it loaded: half of the processes to start.
  rig.worker.start()
  const done = await settled(job)
  expect(done).toMatchObject({
    status: 'completed',
    haltReason: 'completed',
    messageToUser: `2 files changed (+4 −1): modified index.md, added new.md.\nChecked: syntax, frontmatter, links, anchors and images of 2 pages. No new problem was found.\nPull request: ${done.pullRequest?.url}${WORDS}Both pages are done.`,
  })
  const all = await pulls()
  expect(all).toHaveLength(1)
  expect(done.pullRequest?.url).toBe(all[0]?.url)
  expect(await file('new.md')).toBe('# New\n\nFirst.\n')
  expect(await file('index.md')).toContain('Good day, reader.')
  expect(await commits()).toBe(1)
  // A recorded step is never asked of the model again.
  expect(modelCalls().slice(before)).toEqual([0, 1, 2].slice(recorded))
  const steps = await rig.jobs.steps(job.id)
  expect(steps.filter((step) => step.kind === 'model')).toHaveLength(3)
  expect(faultsOf(await readLog(rig.jobs, job.id))).toEqual([])
}
