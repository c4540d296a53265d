import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  createDocent,
  type EvaluationReport,
  IndexProject,
  parseEvaluation,
  RunEvaluation,
  SyncProjects,
} from '@docent/core'
import { defined, type Logger, type Plugin, ProjectStore } from '@docent/core/plugin'
import { gitLocal } from '@docent/git-local'
import { memoryLimiter } from '@docent/limiter-memory'
import { offline } from '@docent/model-offline'
import { fileIndex } from '@docent/retriever-files'
import { DocentConfig } from '@docent/server'
import { sourceGit } from '@docent/source-git'
import { sqlite } from '@docent/store-sqlite'
import { gitWorkspaces } from '@docent/workspace-git'

export interface Clone {
  /** Folder of a clone, bare or not. */
  repository: string
  branch: string
  docsPath: string
  siteUrl: string | undefined
  /** What is documented, as people call it. */
  name?: string | undefined
  /** File of questions, JSON Lines. */
  questions: string
  /** Adds `offline:docent`; default: the plugin model-offline. */
  model?: Plugin
}

/** Indexes a documentation repository with the default adapters, and has the offline model answer questions about it. */
export async function evaluateClone(clone: Clone): Promise<EvaluationReport> {
  const questions = parseEvaluation(await readFile(clone.questions, 'utf8'))
  const folder = await mkdtemp(join(tmpdir(), 'docent-answers-'))
  const repository = resolve(clone.repository)
  const { branch, docsPath, siteUrl, name } = clone
  const { limits, agent, assistant, projects } = DocentConfig.parse({
    projects: [
      {
        id: 'docs',
        repository: `file://${repository}`,
        branch,
        docsPath,
        models: { assistant: 'offline:docent', agent: 'offline:docent' },
        ...defined({ siteUrl, name }),
      },
    ],
  })
  const docent = createDocent({
    plugins: [
      sqlite(),
      memoryLimiter(),
      fileIndex(),
      gitWorkspaces(),
      gitLocal({ roots: [repository] }),
      sourceGit(),
      clone.model ?? offline(),
    ],
    settings: { secrets: ['a'.repeat(32)], limits, agent, assistant, webhooks: [] },
    dataDirectory: folder,
    logger: failuresOnly,
  })
  await docent.start()
  try {
    await docent.resolve(SyncProjects).sync({ organizations: [], projects })
    const [project] = await docent.resolve(ProjectStore).list()
    if (project === undefined) throw new Error('There is no project.')
    const { signal } = new AbortController()
    await docent.resolve(IndexProject).run(project, { signal })
    return await docent.resolve(RunEvaluation).run(project, questions, { answers: true, signal })
  } finally {
    await docent.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const failuresOnly: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (fields, message) => console.error(message, fields),
  error: (fields, message) => console.error(message, fields),
}
