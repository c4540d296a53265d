import { ProjectNotes, projectId } from '@docent/core/plugin'
import { MemoryDocsSource } from '@docent/testing'
import { expect, it } from 'vitest'
import { startTestServer } from './start-test-server.ts'

const REPOSITORY = 'memory:docs'

it('documentation without a webhook is indexed again at its interval, and the store says how far that is', async () => {
  const source = new MemoryDocsSource([REPOSITORY])
  source.publish({ 'a.md': '# Lanterns\n\nA lantern needs oil.' })
  await using server = await startTestServer({
    source: {
      name: 'memory',
      matches: () => true,
      list: (project, options) => source.list({ ...project, repository: REPOSITORY }, options),
    },
    config: { indexing: { pollMinutes: 1 / 600 } },
  })
  const found = async (query: string) => {
    const { body } = await server.call('POST', '/discovery/v1/search/docs', { body: { query } })
    return body.map(({ path }: { path: string }) => path)
  }
  const soon = { timeout: 100_000, interval: 50 }
  await expect.poll(() => found('lantern'), soon).toEqual(['/a'])
  source.publish({ 'b.md': '# Wicks\n\nTrim the wick.' })
  await expect.poll(() => found('wick'), soon).toEqual(['/b'])
  source.publish({ 'a.md': null })
  await expect.poll(() => found('lantern'), soon).toEqual([])
  const state = await server.running.docent.resolve(ProjectNotes).read(projectId('docs'), 'index')
  expect(state).toMatchObject({
    pagesDone: expect.any(Number),
    pagesTotal: expect.any(Number),
    startedAt: expect.any(Number),
  })
  expect(state).toHaveProperty('etaMs')
})
