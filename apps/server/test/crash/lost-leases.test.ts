import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Job, JobStore, StepDraft } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { MemoryJobStore, MemoryProjectStore } from '@docent/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { agentRig, rigProject } from './agent-rig.ts'
import { wrapMethods } from './wrap-methods.ts'

const LEASE_MS = 15_000

/** A job on a store whose clock the test moves, for a worker that can do two at once. */
async function scene(wrapStore?: (store: JobStore, memory: MemoryJobStore) => JobStore) {
  const directory = mkdtempSync(join(tmpdir(), 'docent-lost-leases-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const from = join(directory, 'pages')
  mkdirSync(from)
  writeFileSync(join(from, 'index.md'), '# Home\n')
  const path = join(directory, 'docs.git')
  const author = { name: 'A', email: 'a@example.com' }
  await createLocalRepository({ path, from, message: 'Begin', author, date: 1e12 })
  const memory = new MemoryJobStore()
  const rig = agentRig({
    directory,
    stores: { jobs: memory, projects: new MemoryProjectStore(), close() {} },
    concurrency: 2,
    leaseMs: LEASE_MS,
    script: () => ({ text: 'Done.' }),
    ...(wrapStore && { wrapStore: (store) => wrapStore(store, memory) }),
  })
  onTestFinished(() => rig.close())
  const project = rigProject(pathToFileURL(path).href)
  await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
  await rig.projects.put(project)
  const messages = [{ role: 'user' as const, content: 'Look at the pages' }]
  const job = await rig.create.create({ project, apiVersion: 'v2', messages })
  const ended = async (): Promise<Job> => {
    for await (const { event } of memory.events(job.id, 0, { signal: AbortSignal.timeout(100_000) }))
      if (event.type === 'run-finished') break
    return (await memory.get(job.id)) as Job
  }
  return { rig, memory, job, ended }
}

test('a job whose workers are held back by their machine is never given up', async () => {
  let claims = 0
  let lost = 0
  const { rig, ended } = await scene((store, memory) =>
    wrapMethods(store, (method, call) => {
      if (method === 'claim') {
        return async (...args) => {
          const claim = await call(...args)
          if (claim) claims += 1
          return claim
        }
      }
      if (method !== 'record') return undefined
      return async (...args) => {
        const [, { kind }] = args as [unknown, StepDraft]
        if (kind === 'model' && lost < 8) {
          lost += 1
          const before = claims
          // As a machine that slept, or a process that was stopped: the lease is over and another has the job.
          memory.advance(LEASE_MS)
          await vi.waitFor(() => expect(claims).toBeGreaterThan(before), { timeout: 60_000, interval: 5 })
        }
        return call(...args)
      }
    }),
  )
  rig.worker.start()
  expect(await ended()).toMatchObject({ status: 'completed' })
  expect({ lost, claims }).toEqual({ lost: 8, claims: 9 })
})

test('a job that kills its workers ends after five of them', async () => {
  const { rig, memory, ended } = await scene()
  for (let died = 0; died < 5; died += 1) {
    expect(await memory.claim('doomed', LEASE_MS)).toBeDefined()
    memory.advance(LEASE_MS)
  }
  rig.worker.start()
  expect(await ended()).toMatchObject({
    status: 'failed',
    messageToUser: 'The job failed, because five workers in a row ended without progress.',
  })
  expect(rig.model.calls).toEqual([])
})
