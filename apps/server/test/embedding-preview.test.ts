import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runHere } from './cli/run-here.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const folder = process.cwd()
const section = (name: string) => `## ${name}\n\n${`The ${name} needs oil before the evening. `.repeat(30)}\n`
const DOCS = {
  'index.md': '# Docs\n\nWelcome to the docs.\n',
  'lamps.md': `# Lamps\n\n${['lantern', 'beacon', 'torch'].map(section).join('\n')}`,
  'staff.md': '---\ngroups: [staff]\n---\n# Staff\n\nOnly the staff reads this.\n',
}
const QUESTIONS = [
  '{"question":"Welcome to the docs?","page":"/"}',
  '{"question":"Welcome to the docs of the lantern?","page":"/lamps","ignore":"/absent"}',
  '{"question":"How much is the moon?","page":"/moon"}',
].join('\n')

let server: TestServer
let models: Server
const calls: string[][] = []

beforeAll(async () => {
  models = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] }
    calls.push(input)
    const data = input.map((_, index) => ({ object: 'embedding', index, embedding: [0.6, 0.8] }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } }))
  })
  await new Promise<void>((resolve) => models.listen(0, '127.0.0.1', resolve))
  server = await startTestServer({ docs: DOCS })
  process.chdir(server.directory)
  await writeFile('questions.jsonl', QUESTIONS)
  const offline = { assistant: 'offline:docent', agent: 'offline:docent' }
  const project = { repository: `file://${server.repository}`, branch: 'main' }
  const projects = [
    { ...project, id: 'docs', models: offline },
    { ...project, id: 'embedded', models: { ...offline, embedding: 'openai:small' } },
  ]
  await writeFile('docent.config.mjs', `export default ${JSON.stringify({ projects })}`)
})
beforeEach(async () => {
  calls.length = 0
  vi.stubEnv('DOCENT_DATA', 'data')
  vi.stubEnv('OPENAI_BASE_URL', `http://127.0.0.1:${(models.address() as AddressInfo).port}/v1`)
  await runHere('index', 'docs')
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.exitCode = undefined
})
afterAll(async () => {
  process.chdir(folder)
  await server[Symbol.asyncDispose]()
  models.close()
})

const preview = async (...more: string[]) =>
  runHere('eval', 'questions.jsonl', '-p', 'docs', '--no-keep', '--embedding', 'openai:small', ...more)

describe('docent eval --embedding', () => {
  it('counts what an index sends to the model, and sends nothing', async () => {
    const { embedding } = JSON.parse(await preview('--json'))
    expect(calls).toEqual([])
    await runHere('index', 'embedded')
    const sent = calls.flat()
    expect(sent.join('\n')).toContain('Only the staff reads this.')
    const [, ...passages] = sent
    expect(passages.length).toBeGreaterThanOrEqual(5)
    expect(embedding).toMatchObject({
      model: 'openai:small',
      passages: passages.length,
      requests: calls.length,
      costUsd: null,
    })
    expect(embedding.tokens).toBe(sent.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 5), 0))
  })

  it('says which questions an embedding could change, with the rank of their page', async () => {
    const { embedding, evaluations } = JSON.parse(await preview('--json'))
    const ranks = evaluations[0].report.questions.map(({ rank }: { rank: number | null }) => rank)
    expect(ranks).toEqual([1, 2, null])
    expect(embedding.questions).toEqual({ first: 1, later: 1, missing: 1 })
    const told = await preview()
    expect(told).toContain(
      'cost not known. Counted without a call.\nPage first now: 1 of 3. At rank 2 to 10: 1 of 3.',
    )
    expect(told).toMatch(/^NOT FIRST +EXPECTED +RANK\n.*\/lamps +2\n.*\/moon +-$/m)
    const table = await preview('--table', '--baseline', await kept())
    expect(table).toContain('Page first now: 1 of 3.')
    expect(calls).toEqual([])
  })

  it('says the cost where the price of the model is known', async () => {
    vi.stubEnv('OPENAI_BASE_URL', undefined)
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-a-test')
    const args = [
      'questions.jsonl',
      '-p',
      'docs',
      '--no-keep',
      '--embedding',
      'openai:text-embedding-3-small',
    ]
    const { embedding } = JSON.parse(await runHere('eval', ...args, '--json'))
    expect(embedding.costUsd).toBeCloseTo((embedding.tokens * 0.02) / 1_000_000, 12)
    expect(await runHere('eval', ...args)).toContain('cost less than $0.01. Counted without a call.')
  })

  it('refuses a model that has no embeddings, before it searches', async () => {
    const args = ['questions.jsonl', '-p', 'docs', '--embedding', 'offline:docent']
    expect(await runHere('eval', ...args)).toMatch(/^Error: The provider offline has no embedding models/)
    expect(process.exitCode).toBe(1)
  })
})

async function kept(): Promise<string> {
  await writeFile(
    'before.json',
    await runHere('eval', 'questions.jsonl', '-p', 'docs', '--no-keep', '--json'),
  )
  return 'before.json'
}
