import { definePlugin, type Plugin } from '@docent/core/plugin'
import { type Script, scriptedModel, scriptedProvider } from '@docent/testing'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startTestServer } from '../start-test-server.ts'

vi.setConfig({ testTimeout: 60_000 })

const pluginOf = (setup: Parameters<typeof definePlugin>[0]['setup']): Plugin =>
  definePlugin({ name: 'lamps', options: z.strictObject({}), setup })()

const lamps = pluginOf((_options, host) => {
  host.addAgentTool({
    name: 'stamp_page',
    description: 'Adds a stamp to a page.',
    input: z.object({ path: z.string().describe('Path of the page.') }),
    async execute({ path }, { files, write, project, signal }) {
      const text = Buffer.from((await files.read(path, { signal })) ?? '').toString()
      await write(path, `${text}\nStamped for ${project.id}.\n`)
      return `Stamped ${path}.`
    },
  })
  host.addCheck({
    name: 'calm',
    async check({ changes }) {
      return changes.flatMap(({ path, content }) =>
        content !== null && Buffer.from(content).includes('!!!')
          ? [{ file: path, line: 1, message: 'Write without "!!!".' }]
          : [],
      )
    },
  })
  host.addAssistantTool({
    name: 'find_ticket',
    description: 'Finds a ticket.',
    input: z.object({ id: z.string() }),
    execute: async ({ id }, { project, trustedGroups, cite }) => {
      if (cite([]) === undefined) throw new Error('no passages')
      return `Ticket ${id} of ${project.id} for ${trustedGroups.length} groups is solved.`
    },
  })
})

async function serverWith(script: Script, plugin: Plugin) {
  const model = scriptedModel(script)
  const models = scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' })
  const docs = { 'index.md': '# Home\n\nHello.\n' }
  return { model, server: await startTestServer({ docs, models, morePlugins: [plugin] }) }
}

const call = (toolName: string, input: object) => ({ toolCalls: [{ toolName, input }] })
/** What the model was told last, as text. */
const told = (prompt: unknown) => JSON.stringify(prompt)

test('a tool of a plugin edits pages within the write policy, and a check of a plugin gives problems back', async () => {
  const { model, server } = await serverWith(
    [
      call('stamp_page', { path: 'index.md' }),
      call('stamp_page', { path: '.github/workflows/build.yml' }),
      call('write_file', { path: 'loud.md', content: '# Loud\n\nHear me!!!\n' }),
      { text: 'Done.' },
      call('write_file', { path: 'loud.md', content: '# Loud\n\nHear me.\n' }),
      { text: 'Done, calmly.' },
    ],
    lamps,
  )
  await using _ = server
  const { body: job } = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Stamp it' } })
  await vi.waitFor(async () => {
    const { body } = await server.call('GET', `/v2/agent/docs/job/${job.id}`)
    expect(body.status).toBe('completed')
  }, 50_000)
  const prompts = model.calls.map(({ prompt }) => told(prompt))
  expect(prompts[1]).toContain('Stamped index.md.')
  expect(prompts[2]).not.toContain('Stamped .github')
  expect(prompts[2]).toContain('.github/workflows/build.yml is protected')
  expect(prompts[4]).toContain('calm: Write without')
  const { text: changes } = await server.call('GET', `/api/projects/docs/jobs/${job.id}/changes`)
  expect(changes).toContain('Stamped for docs.')
  expect(changes).not.toContain('!!!')
})

test('a tool of a plugin helps the assistant, and its result goes back to the model', async () => {
  const { model, server } = await serverWith(
    [call('find_ticket', { id: '42' }), { text: 'It is solved.' }],
    lamps,
  )
  await using _ = server
  const messages = [{ role: 'user', parts: [{ type: 'text', text: 'Is ticket 42 solved?' }] }]
  const { text } = await server.call('POST', '/discovery/v2/assistant/docs/message', {
    body: { fp: 'anonymous', messages },
  })
  expect(text).toContain('find_ticket')
  expect(told(model.calls[1]?.prompt)).toContain('Ticket 42 of docs for 0 groups is solved.')
})

test('a tool with the name of one of our own is an error that names it', async () => {
  const taken = pluginOf((_options, host) =>
    host.addAssistantTool({
      name: 'search',
      description: 'Takes the place of the search.',
      input: z.object({}),
      execute: async () => 'nothing',
    }),
  )
  const twice = pluginOf((_options, host) => {
    const check = { name: 'calm', check: async () => [] }
    host.addCheck(check)
    host.addCheck(check)
  })
  await expect(serverWith([], twice)).rejects.toThrow('register a check named "calm"')
  await expect(serverWith([], taken)).rejects.toThrow(
    'Both Docent and lamps register a tool of the assistant named "search"',
  )
})
