import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createDocent,
  type EvaluationReport,
  IndexProject,
  parseEvaluation,
  RunEvaluation,
  SyncProjects,
} from '@docent/core'
import { type Docent, type Logger, ProjectStore } from '@docent/core/plugin'
import { createLocalRepository, gitLocal } from '@docent/git-local'
import { memoryLimiter } from '@docent/limiter-memory'
import { offline } from '@docent/model-offline'
import { fileIndex } from '@docent/retriever-files'
import { DocentConfig } from '@docent/server'
import { sourceGit } from '@docent/source-git'
import { sqlite } from '@docent/store-sqlite'
import { gitWorkspaces } from '@docent/workspace-git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { navigation } from './content.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const questions = parseEvaluation(readFileSync(at('../evaluation/questions.jsonl'), 'utf8'))

/** What was measured when the questions were written, less two questions. */
const LEAST = { found: 19, cited: 14, passed: 14 }

let folder: string
let docent: Docent
let report: EvaluationReport

/** These pages as a fresh server indexes and answers them. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-evaluation-'))
  const repository = join(folder, 'repositories', 'docs.git')
  await createLocalRepository({
    path: repository,
    from: at('../content'),
    message: 'Add the documentation',
    author: { name: 'Docs', email: 'docs@example.com' },
    date: 1_700_000_000_000,
  })
  const models = { assistant: 'offline:docent', agent: 'offline:docent' }
  const { limits, agent, assistant, projects } = DocentConfig.parse({
    projects: [{ id: 'docs', repository: `file://${repository}`, branch: 'main', models }],
  })
  docent = createDocent({
    plugins: [
      sqlite(),
      memoryLimiter(),
      fileIndex(),
      gitWorkspaces(),
      gitLocal({ roots: [folder] }),
      sourceGit(),
      offline(),
    ],
    settings: { secrets: ['a'.repeat(32)], limits, agent, assistant, webhooks: [] },
    dataDirectory: folder,
    logger: silent,
  })
  await docent.start()
  await docent.resolve(SyncProjects).sync({ organizations: [], projects })
  const [project] = await docent.resolve(ProjectStore).list()
  if (project === undefined) throw new Error('There is no project.')
  const { signal } = new AbortController()
  await docent.resolve(IndexProject).run(project, { signal })
  report = await docent.resolve(RunEvaluation).run(project, questions, { answers: true, signal })
}, 120_000)

afterAll(async () => {
  await docent.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the questions of readers', () => {
  test('name pages that there are', () => {
    const paths = new Set(navigation.pages.map(({ path }) => path))
    expect(questions.flatMap(({ pages }) => pages).filter((page) => !paths.has(page))).toEqual([])
    expect(questions).toHaveLength(25)
  })

  test('find a page that answers among the first five', () => {
    const missed = report.questions.filter(
      ({ expected, rank }) => expected.length > 0 && (rank === null || rank > 5),
    )
    const asked = questions.filter(({ pages }) => pages.length > 0).length
    expect(asked - missed.length, missed.map(({ question }) => question).join('\n')).toBeGreaterThanOrEqual(
      LEAST.found,
    )
  })

  test('are answered by the offline model from such a page', () => {
    expect(report.answers?.cites.passed, wrong()).toBeGreaterThanOrEqual(LEAST.cited)
    expect(report.answers?.passed.passed, wrong()).toBeGreaterThanOrEqual(LEAST.passed)
  })

  test('are refused plainly when no page answers', () => {
    const refused = report.questions.filter((_, index) => questions[index]?.refuses === true)
    expect(refused).toHaveLength(2)
    for (const { answer } of refused) expect(answer).toMatchObject({ unanswered: true, cited: [] })
  })
})

function wrong(): string {
  return report.questions
    .filter(({ answer }) => answer?.passed === false)
    .map(({ question, answer }) => `${question} (cited ${answer?.cited.join(', ') || 'nothing'})`)
    .join('\n')
}

const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => console.error(message, fields),
}
