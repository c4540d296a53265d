import { writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runHere } from './cli/run-here.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const folder = process.cwd()
let server: TestServer

/** The documentation is one page, `/`, which welcomes to the docs. */
const QUESTIONS = [
  '{"question":"Welcome to the docs?","page":"/"}',
  '{"question":"How much is the moon?","page":"/moon","contains":"gold"}',
  '{"question":"Zebra crossing rules?","refuses":true}',
].join('\n')

beforeAll(async () => {
  server = await startTestServer()
  process.chdir(server.directory)
  vi.stubEnv('DOCENT_DATA', 'data')
  const models = { assistant: 'offline:docent', agent: 'offline:docent' }
  const project = { id: 'docs', repository: `file://${server.repository}`, branch: 'main', models }
  const renamed = { ...project, name: 'Renamed' }
  await writeFile('docent.config.mjs', `export default ${JSON.stringify({ projects: [project] })}`)
  await writeFile('other.config.mjs', `export default ${JSON.stringify({ projects: [renamed] })}`)
  await writeFile('questions.jsonl', QUESTIONS)
  expect(JSON.parse(await runHere('index', '--json'))).toMatchObject([{ pages: 1 }])
})
afterEach(() => {
  process.exitCode = undefined
})
afterAll(async () => {
  process.chdir(folder)
  vi.unstubAllEnvs()
  await server[Symbol.asyncDispose]()
})

describe('docent eval', () => {
  it('reports retrieval, and fails below a threshold', async () => {
    const { evaluations } = JSON.parse(await runHere('eval', 'questions.jsonl', '--json'))
    expect(evaluations[0].report.retrieval).toMatchObject({ questions: 2, recallAt5: 0.5, mrr: 0.5 })
    expect(evaluations[0].report.questions[0]).toMatchObject({ expected: ['/'], found: ['/'], rank: 1 })
    expect(process.exitCode).toBeUndefined()
    await runHere('eval', 'questions.jsonl', '--min-recall', '0.5')
    expect(process.exitCode).toBeUndefined()
    const told = await runHere('eval', 'questions.jsonl', '--min-recall', '0.8', '--min-mrr', '0.4')
    expect(told).toMatch(/^recall@5 +0\.500$/m)
    expect(told).toMatch(/^How much is the moon\? +\/moon +-$/m)
    expect(told).toContain('Error: recall@5 is 0.500, below 0.8.')
    expect(process.exitCode).toBe(1)
  })

  it('checks answers, and leaves no conversation behind', async () => {
    const { evaluations } = JSON.parse(await runHere('eval', 'questions.jsonl', '--answers', '--json'))
    const [cites, moon, zebra] = evaluations[0].report.questions
    expect(cites.answer).toMatchObject({ passed: true, checks: { cites: true } })
    expect(moon.answer.passed).toBe(false)
    expect(zebra.answer).toMatchObject({ unanswered: true, passed: true })
    expect(evaluations[0].report.answers.passed).toEqual({ checked: 3, passed: 2 })
    expect(await runHere('gaps', 'list')).toBe('Nothing was left unanswered.')
  })

  it('prints every question as a Markdown table', async () => {
    const told = await runHere('eval', 'questions.jsonl', '--answers', '--table')
    expect(told.split('\n').slice(0, 4)).toEqual([
      '| Question | Expected | Rank | Cited | Contains | Answer |',
      '| --- | --- | --- | --- | --- | --- |',
      '| Welcome to the docs? | / | 1 | yes | - | answered, right |',
      '| How much is the moon? | /moon | - | no | no | refused, wrong |',
    ])
    expect(told).toContain('| Zebra crossing rules? | - | - | - | - | refused, right |')
    expect(told).toContain('Page among the first 5: 1 of 2. Cited: 1 of 2. Contains: 0 of 1.')
    const searched = await runHere('eval', 'questions.jsonl', '--table', '--min-recall', '0.8')
    expect(searched).toContain('| Welcome to the docs? | / | 1 |')
    expect(searched).toContain('Error: recall@5 is 0.500, below 0.8.')
  })

  it('compares with another configuration, side by side, without applying it', async () => {
    const told = await runHere('eval', 'questions.jsonl', '--against', 'other.config.mjs')
    expect(told).toMatch(/^ +this +other\.config\.mjs +difference$/m)
    expect(told).toMatch(/^MRR +0\.500 +0\.500 +\+0\.000$/m)
    expect(await runHere('projects', 'list', '--json')).not.toContain('Renamed')
  })

  it('says what is wrong with its input', async () => {
    await writeFile('wrong.jsonl', '{"question":"x"}')
    expect(await runHere('eval', 'wrong.jsonl')).toMatch(/^Error: The questions are wrong: line 1/)
    expect(await runHere('eval', 'missing.jsonl')).toBe('Error: missing.jsonl cannot be read.')
    expect(await runHere('eval', 'questions.jsonl', '--min-mrr', '2')).toMatch(/--min-mrr: "2" is not/)
    expect(await runHere('eval', 'questions.jsonl', '--min-passed', '1')).toMatch(/needs --answers/)
    expect(await runHere('eval', 'questions.jsonl', '--against', 'none.ts')).toMatch(
      /There is no file \S+none\.ts\./,
    )
    expect(process.exitCode).toBe(1)
  })
})
