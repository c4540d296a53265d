import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Health, Job, Logger } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { MemoryJobStore, MemoryProjectStore, needs } from '@docent/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { mountDisk, OWN_DISKS } from '../../../../scripts/own-disks.ts'
import { agentRig, rigProject } from '../crash/agent-rig.ts'

const JOBS = Number(process.env.FULL_DISK_JOBS ?? 8)

/** A worker with a disk that tests fill, and one that is well, over one store. */
async function scene() {
  const directory = mkdtempSync(join(tmpdir(), 'docent-full-disk-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const from = join(directory, 'pages')
  mkdirSync(from)
  writeFileSync(join(from, 'index.md'), '# Home\n')
  const path = join(directory, 'docs.git')
  const author = { name: 'A', email: 'a@example.com' }
  await createLocalRepository({ path, from, message: 'Begin', author, date: 1e12 })
  const disk = join(directory, 'disk')
  mkdirSync(disk)
  const stores = { jobs: new MemoryJobStore(), projects: new MemoryProjectStore(), close() {} }
  const lines: string[] = []
  const line = (_fields: object, message: string) => void lines.push(message)
  const logger: Logger = { debug() {}, info: line, warn: line, error: line }
  const rig = (cacheDir: string, wrap: { health?: () => Promise<Health> } = {}) => {
    const made = agentRig({
      ...{ directory, cacheDir, stores, logger },
      concurrency: 2,
      script: () => ({ text: 'Done.' }),
      wrapWorkspaces: (plain) => Object.assign(plain, wrap),
    })
    onTestFinished(() => made.close())
    return made
  }
  const project = rigProject(pathToFileURL(path).href)
  await stores.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
  await stores.projects.put(project)
  const create = (by: ReturnType<typeof rig>) => {
    const messages = [{ role: 'user' as const, content: 'Look at the pages' }]
    return Promise.all(
      Array.from({ length: JOBS }, () => by.create.create({ project, apiVersion: 'v2', messages })),
    )
  }
  const statuses = async (jobs: readonly Job[]) =>
    (await Promise.all(jobs.map(({ id }) => stores.jobs.get(id)))).map((job) => job?.status)
  return { directory, disk, lines, rig, create, statuses }
}

const all = (status: string) => Array.from({ length: JOBS }, () => status)

describe.each([
  ['full', 'size=64k'],
  ['without inodes', 'size=8m,nr_inodes=2'],
  ['read-only', 'ro,size=8m'],
])('a worker whose disk is %s', needs(OWN_DISKS), (_what, options) => {
  test('gives its jobs back unharmed, claims none, says so, and resumes', async () => {
    const { disk, lines, rig, create, statuses } = await scene()
    expect(mountDisk(disk, options)).toBe(true)
    onTestFinished(() => void spawnSync('umount', [disk]))
    const sick = rig(disk)
    const jobs = await create(sick)
    sick.worker.start()
    await vi.waitFor(() => expect(lines.join()).toContain('this worker claims no jobs'), { timeout: 60_000 })
    expect(await statuses(jobs)).toEqual(all('active'))
    expect(await sick.jobs.queue()).toEqual({ waiting: JOBS, running: 0, postponed: 0 })
    expect(spawnSync('mount', ['-o', 'remount,rw,size=64m,nr_inodes=9999', disk]).status).toBe(0)
    await vi.waitFor(async () => expect(await statuses(jobs)).toEqual(all('completed')), {
      timeout: 110_000,
      interval: 100,
    })
    expect(lines).toContain('this machine can carry jobs again')
  })
})

test('a worker that cannot write leaves all jobs to one that can, and takes none of their attempts', async () => {
  const { directory, lines, rig, create, statuses } = await scene()
  // A file is where the folder of the caches would be: no permission keeps root from writing.
  const place = join(directory, 'a-file')
  writeFileSync(place, '')
  const sick = rig(place, { health: async () => ({ ok: false, message: 'full' }) })
  const well = rig(join(directory, 'cache'))
  const jobs = await create(well)
  sick.worker.start()
  await vi.waitFor(() => expect(lines.join()).toContain('this worker claims no jobs'), { timeout: 60_000 })
  expect(await statuses(jobs)).toEqual(all('active'))
  well.worker.start()
  await vi.waitFor(async () => expect(await statuses(jobs)).toEqual(all('completed')), {
    timeout: 110_000,
    interval: 100,
  })
})
