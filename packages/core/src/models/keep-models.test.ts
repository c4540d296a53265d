import { MemoryProjectStore, scriptedModel, scriptedProvider } from '@docent/testing'
import { expect, test } from 'vitest'
import type { ModelProvider } from '../ports/model-provider.ts'
import { ProjectConfig, toProject } from '../projects/project-config.ts'
import { KeepModels } from './keep-models.ts'
import { Models } from './models.ts'

const config = ProjectConfig.parse({ id: 'docs', repository: 'https://git.example/docs' })
const provider = (name: string) =>
  scriptedProvider(name, { model: scriptedModel([]) }, { agent: 'model', assistant: 'model' })

async function scene(origin: 'store' | 'config', ...providers: ModelProvider[]) {
  const projects = new MemoryProjectStore()
  const project = toProject(config, origin, 0)
  await projects.put(project)
  const keep = new KeepModels(projects, new Models(providers))
  return { keep, models: async () => (await projects.get(project.id))?.models, providers }
}

test('a project stays at its model when a provider comes before it', async () => {
  const { keep, models, providers } = await scene('store', provider('second'))
  const used = await keep.used()
  providers.unshift(provider('first'))
  await keep.keep(used)
  expect(await models()).toMatchObject({ agent: 'second:model', assistant: 'second:model' })
})

test('a project without a model gets the first one that comes', async () => {
  const { keep, models, providers } = await scene('store')
  const used = await keep.used()
  providers.push(provider('first'))
  await keep.keep(used)
  expect(await models()).toEqual({})
})

test('a model that is gone is kept by nobody, and projects of the configuration follow the server', async () => {
  const gone = await scene('store', provider('old'))
  const used = await gone.keep.used()
  gone.providers.splice(0, 1, provider('new'))
  await gone.keep.keep(used)
  expect(await gone.models()).toEqual({})
  const configured = await scene('config', provider('second'))
  expect(await configured.keep.used()).toEqual([])
})
