import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runHere } from './cli/run-here.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const folder = process.cwd()
let server: TestServer

const KEYS =
  '# Signing\n\n## Rotate a signing key\n\n| Option | Default |\n| --- | --- |\n| `--max-age` | `30d` |\n'

/** The page `/` welcomes to the docs. */
const QUESTIONS = [
  '{"question":"Welcome to the docs?","page":"/"}',
  '{"question":"How much is the moon?","page":"/moon","contains":"gold"}',
  '{"question":"Zebra crossing rules?","refuses":true}',
].join('\n')

beforeAll(async () => {
  server = await startTestServer({
    docs: { 'index.md': '# Docs\n\nWelcome to the docs.\n', 'keys.md': KEYS },
  })
  process.chdir(server.directory)
  vi.stubEnv('DOCENT_DATA', 'data')
  const models = { assistant: 'offline:docent', agent: 'offline:docent' }
  const project = { id: 'docs', repository: `file://${server.repository}`, branch: 'main', models }
  const renamed = { ...project, name: 'Renamed' }
  await writeFile('docent.config.mjs', `export default ${JSON.stringify({ projects: [project] })}`)
  await writeFile('other.config.mjs', `export default ${JSON.stringify({ projects: [renamed] })}`)
  await writeFile('questions.jsonl', QUESTIONS)
  expect(JSON.parse(await runHere('index', '--json'))).toMatchObject([{ pages: 2 }])
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
    expect(await runHere('gaps', 'list')).toBe('There are no unanswered questions.')
  })

  it('keeps results for the dashboard, unless it is told not to', async () => {
    const runs = async () => (await server.call('GET', '/api/projects/docs/evaluation/runs')).body.runs
    const before = (await runs()).length
    await runHere('eval', 'questions.jsonl', '--no-keep')
    expect(await runs()).toHaveLength(before)
    await runHere('eval', 'questions.jsonl', '--answers')
    const [newest, ...others] = await runs()
    expect(others).toHaveLength(before)
    expect(newest).toMatchObject({
      model: 'offline:docent',
      retrieval: { questions: 2, recallAt5: 0.5 },
      answers: { passed: { checked: 3, passed: 2 } },
      grounding: { answers: 3, withInvented: 0 },
      settings: {
        model: 'offline:docent',
        embedding: null,
        grounding: 'annotate',
        revision: expect.stringMatching(/./),
      },
      questions: [{ question: 'How much is the moon?', rank: null, passed: false }, {}, {}],
    })
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

  it('gives differences with the interval that they lie in', async () => {
    const { comparison, differs } = JSON.parse(
      await runHere('eval', 'questions.jsonl', '--against', 'other.config.mjs', '--json'),
    )
    expect(comparison).toContainEqual({ measure: 'MRR', questions: 2, difference: 0, low: 0, high: 0 })
    expect(differs).toEqual([])
  })

  it('compares with an earlier output, and fails when something is certainly worse', async () => {
    const lines = Array.from({ length: 12 }, (_, n) => `{"question":"Welcome to the docs ${n}?","page":"/"}`)
    await writeFile('many.jsonl', lines.join('\n'))
    const report = JSON.parse(await runHere('eval', 'many.jsonl', '--json'))
    const { settings } = report.evaluations[0].report
    settings.embedding = 'test:small'
    await writeFile('same.json', JSON.stringify(report))
    const same = await runHere('eval', 'many.jsonl', '--baseline', 'same.json', '--fail-on-loss', '--table')
    expect(same).toContain('What differs: embedding test:small → none.')
    expect(same).toContain('| recall@5 | 12 | 0.000 | 0.000 to 0.000 | not certain |')
    expect(process.exitCode).toBeUndefined()

    await writeFile('absent.jsonl', lines.join('\n').replaceAll('"/"', '"/absent"'))
    const worse = JSON.parse(await runHere('eval', 'absent.jsonl', '--json'))
    const pages = { expected: ['/'], found: ['/elsewhere'] }
    for (const each of worse.evaluations[0].report.questions) Object.assign(each, pages)
    await writeFile('worse.json', JSON.stringify(worse))
    const better = await runHere('eval', 'many.jsonl', '--baseline', 'worse.json', '--fail-on-loss')
    expect(better).toMatch(/^recall@1 +12 +\+1\.000 +\+1\.000 to \+1\.000 +better$/m)
    expect(process.exitCode).toBeUndefined()

    for (const each of report.evaluations[0].report.questions)
      Object.assign(each, { expected: ['/absent'], found: ['/absent'] })
    await writeFile('best.json', JSON.stringify(report))
    const told = await runHere('eval', 'absent.jsonl', '--baseline', 'best.json', '--fail-on-loss')
    expect(told).toContain('Error: recall@5 is worse than the baseline: -1.000 (-1.000 to -1.000).')
    expect(process.exitCode).toBe(1)
  })

  it('reads a test collection in the format of BEIR, and leaves nothing of it behind but its result', async () => {
    await mkdir('beir/qrels', { recursive: true })
    const document = (id: string, text: string) => JSON.stringify({ _id: id, title: id, text })
    await writeFile(
      'beir/corpus.jsonl',
      [document('MED-1', 'Statins and cancer.'), document('MED-2', 'Bread is baked.')].join('\n'),
    )
    await writeFile('beir/queries.jsonl', '{"_id":"q1","text":"how is bread baked"}')
    await writeFile('beir/qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\tMED-2\t2\n')
    const { evaluations } = JSON.parse(await runHere('eval', 'beir', '--json'))
    expect(evaluations[0].report).toMatchObject({
      retrieval: { questions: 1, ndcgAt10: 1 },
      questions: [{ expected: ['MED-2'], rank: 1 }],
      collection: { name: 'beir', documents: 2 },
      settings: { model: null, embedding: null, revision: null },
    })
    const { runs } = (await server.call('GET', '/api/projects/docs/evaluation/runs')).body
    expect(runs[0]).toMatchObject({ collection: { name: 'beir', documents: 2 }, isComparable: true })
    expect(
      (await readdir('data', { recursive: true })).filter((name) => name.includes('evaluation-')),
    ).toEqual([])
    expect(await runHere('eval', 'beir', '--answers')).toMatch(/^Error: --answers: /)
    expect(await runHere('eval', 'beir', '--split', 'dev')).toMatch(/dev\.tsv cannot be read\.$/)
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
    expect(await runHere('eval', 'questions.jsonl', '--baseline', 'questions.jsonl')).toMatch(
      /^Error: --baseline: questions\.jsonl is not what/,
    )
    expect(await runHere('eval', 'questions.jsonl', '--fail-on-loss')).toMatch(/needs --baseline/)
  })
})

describe('docent eval generate', () => {
  it('makes questions that the documentation answers, and eval reads them', async () => {
    const told = await runHere('eval', 'generate', '--out', 'made.jsonl', '--save')
    expect(told).toContain('Questions: 2, written to made.jsonl.')
    expect(told).toContain('Added to the evaluation set: 2.')
    const { questions, found } = JSON.parse(await runHere('eval', 'generate', '--json'))
    expect(found).toEqual({ heading: 1, option: 1, conversation: 0 })
    expect(questions).toContainEqual({
      question: 'What is the default of --max-age?',
      pages: ['/keys'],
      contains: ['30d'],
      origin: 'option',
    })
    const { evaluations } = JSON.parse(await runHere('eval', 'made.jsonl', '--json'))
    expect(evaluations[0].report.byOrigin.heading).toMatchObject({ questions: 1, recallAt1: 1 })
  })

  it('takes one origin, and as many as are asked for', async () => {
    const { questions } = JSON.parse(
      await runHere('eval', 'generate', '--from', 'heading,option', '--count', '1', '--json'),
    )
    expect(questions).toHaveLength(1)
    expect(await runHere('eval', 'generate', '--from', 'dreams')).toMatch(
      /^Error: --from: "dreams" is none of link, /,
    )
    expect(await runHere('eval', 'generate', '--count', '0')).toMatch(/^Error: --count: "0" is not/)
  })

  it('is found beside eval', async () => {
    expect(await runHere('eval', '--help')).toMatch(/docent eval generate +Generate questions/)
    expect(await runHere('eval', 'generate', '--help')).toContain('docent eval generate:')
  })
})
