import { ManualClock, MemoryProjectStore } from '@docent/testing'
import { beforeEach, expect, it } from 'vitest'
import { projectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import { Models } from '../models/models.ts'
import { AddProject } from './add-project.ts'
import { makeDefaultOrganization } from './make-default-organization.ts'
import { ProjectConfig } from './project-config.ts'
import { RemoveProject } from './remove-project.ts'
import { SyncProjects } from './sync-projects.ts'

const docs = ProjectConfig.parse({ id: 'docs', repository: 'https://git.example/docs' })
const models = new Models([])
let clock: ManualClock
let store: MemoryProjectStore
let remove: RemoveProject
const add = () => new AddProject(store, clock, models).add(docs)
const sync = (...projects: ProjectConfig[]) =>
  new SyncProjects(store, clock, models).sync({ organizations: [], projects })
const stored = async () => (await store.get(projectId('docs'))) as Project

beforeEach(async () => {
  clock = new ManualClock(1_000)
  store = new MemoryProjectStore()
  remove = new RemoveProject(store)
  await makeDefaultOrganization(store, {})
})

it('disables a project, lists it, and restores it as it was', async () => {
  const added = await add()
  expect(await remove.remove(added)).toEqual({ ...added, disabled: true })
  expect(await remove.removed()).toEqual([{ ...added, disabled: true }])
  expect(await remove.restore('docs')).toEqual(added)
  expect(await stored()).toEqual(added)
  expect(await remove.removed()).toEqual([])
})

it('says of the id of a removed project that it can be restored', async () => {
  await remove.remove(await add())
  await expect(add()).rejects.toThrow('There was a project "docs", which was removed. Restore it')
})

it('leaves projects of the file to the file', async () => {
  await sync(docs)
  await expect(remove.remove(await stored())).rejects.toThrow(
    'comes from docent.config.ts. Remove it from the file',
  )
  await sync()
  expect(await remove.removed()).toEqual([])
  await expect(remove.restore('docs')).rejects.toThrow('There is no removed project "docs".')
})

it('takes a removed project into use that the file names', async () => {
  await remove.remove(await add())
  await sync(docs)
  expect(await stored()).toMatchObject({ origin: 'config', disabled: false })
})
