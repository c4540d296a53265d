import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runHere } from './cli/run-here.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const folder = process.cwd()
let server: TestServer

beforeAll(async () => {
  const model = scriptedModel(() => ({ text: '[[unanswered]]The docs do not say.' }))
  server = await startTestServer({ models: scriptedProvider('test', { model }, { assistant: 'model' }) })
  for (const [fp, text] of [
    ['ann', 'What does the cloud cost?'],
    ['bob', 'cloud cost'],
    ['bob', 'Is there a dark mode?'],
  ])
    await server.call('POST', '/discovery/v2/assistant/docs/message', {
      body: { fp, messages: [{ role: 'user', parts: [{ type: 'text', text }] }] },
    })
  const models = { agent: 'offline:docent' }
  const project = { id: 'docs', repository: `file://${server.repository}`, branch: 'main', models }
  await writeFile(
    join(server.directory, 'docent.config.mjs'),
    `export default ${JSON.stringify({ projects: [project] })}`,
  )
  process.chdir(server.directory)
  vi.stubEnv('DOCENT_DATA', 'data')
})
afterEach(() => {
  process.exitCode = undefined
})
afterAll(async () => {
  process.chdir(folder)
  vi.unstubAllEnvs()
  await server[Symbol.asyncDispose]()
})

describe('docent gaps', () => {
  it('lists what was asked and makes a job of one, beside a running server', async () => {
    const table = await runHere('gaps', 'list')
    expect(table).toMatch(/^[0-9a-f]{16} +2 .*cloud cost +What does the cloud cost\?$/m)
    const gaps = JSON.parse(await runHere('gaps', 'list', '--json')) as { id: string; count: number }[]
    expect(gaps.map(({ count }) => count)).toEqual([2, 1])
    const job = JSON.parse(await runHere('gaps', 'fix', gaps[0]?.id ?? '', '--json'))
    expect(job).toMatchObject({ status: 'active', model: 'offline:docent' })
    expect(job.source.ref).toMatch(/^docent\/document-what-readers-ask/)
  })

  it('says which argument is wrong, and fails', async () => {
    expect(await runHere('gaps', 'list', '--from', 'yesterday')).toMatch(/^Error: --from must be a day/)
    expect(process.exitCode).toBe(1)
    expect(await runHere('gaps', 'fix', 'none')).toMatch(/no such gap/)
    expect(await runHere('gaps', 'list', '--to', '2020-01-01')).toBe('There are no unanswered questions.')
  })
})

describe('docent threads forget', () => {
  it('deletes the conversations of one visitor', async () => {
    expect(await runHere('threads', 'forget', '--fp', 'bob')).toBe('Deleted 2 conversations.')
    expect(await runHere('threads', 'forget', '--fp', 'bob')).toBe(
      'There are no conversations of this visitor.',
    )
    const left = await server.call('GET', '/v1/analytics/docs/assistant')
    expect(left.body.conversations.map(({ fp }: { fp: string }) => fp)).toEqual(['ann'])
    expect(await runHere('threads', 'forget', '--fp', 'anonymous')).toMatch(/shared by all anonymous/)
  })
})
