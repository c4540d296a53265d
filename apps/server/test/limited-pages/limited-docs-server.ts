import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { IssueKey } from '@docent/core'
import { definePlugin, organizationId, projectId, Retriever } from '@docent/core/plugin'
import { createLocalRepository, gitLocal } from '@docent/git-local'
import { memoryLimiter } from '@docent/limiter-memory'
import { FileRetriever } from '@docent/retriever-files'
import { sourceGit } from '@docent/source-git'
import { withOpenapi } from '@docent/source-openapi'
import { sqlite } from '@docent/store-sqlite'
import { type Script, type ScriptedModel, scriptedModel, scriptedProvider } from '@docent/testing'
import { gitWorkspaces } from '@docent/workspace-git'
import { z } from 'zod'
import { checkConfig } from '../../src/config/load-config.ts'
import { createLogger } from '../../src/process/logger.ts'
import { startServer } from '../../src/start/start-server.ts'
import { LIMITED_DOCS, OPEN_DOCS, SITE } from './limited-docs.ts'

export interface LimitedDocsServer extends AsyncDisposable {
  readonly url: string
  readonly model: ScriptedModel
  /** What the model answers from now on. */
  script: Script
  readonly keys: { readonly admin: string; readonly open: string; readonly trusted: string }
}

/** Everything real but the model: git, frontmatter, includes, index, stores and HTTP. Projects: `docs`, and `open` without limited pages. */
export async function limitedDocsServer(
  change: (retriever: Retriever) => Retriever = (retriever) => retriever,
): Promise<LimitedDocsServer> {
  const directory = await mkdtemp(join(tmpdir(), 'docent-limited-'))
  const config = { siteUrl: SITE, branch: 'main', assistant: { suggestions: true } }
  const projects = [
    { id: 'docs', ...config, repository: await repository(directory, 'docs', LIMITED_DOCS) },
    { id: 'open', ...config, repository: await repository(directory, 'open', OPEN_DOCS) },
  ]
  const state: { script: Script } = { script: () => ({ text: 'Done.' }) }
  const model = scriptedModel((call, number) =>
    typeof state.script === 'function' ? state.script(call, number) : { text: 'Done.' },
  )
  const running = await startServer({
    config: checkConfig({
      projects,
      http: { port: 0, drainMs: 2_000 },
      plugins: [
        sqlite(),
        memoryLimiter(),
        gitWorkspaces(),
        gitLocal(),
        withOpenapi(sourceGit()),
        indexAndModels(model, change),
      ],
    }),
    env: { DOCENT_DATA: 'data' },
    folder: directory,
    logger: createLogger({ LOG_FORMAT: 'json' }, { write: () => {} }),
  })
  await running.indexing.settled()
  const issue = running.docent.resolve(IssueKey)
  const owner = { organizationId: organizationId('default'), name: 'test' }
  const forReaders = {
    ...owner,
    kind: 'assistant',
    projectIds: [projectId('docs'), projectId('open')],
  } as const
  const [admin, open, trusted] = await Promise.all([
    issue.issue({ ...owner, kind: 'admin' }),
    issue.issue(forReaders),
    issue.issue({ ...forReaders, trustGroups: true }),
  ])
  return {
    url: running.url,
    model,
    get script() {
      return state.script
    },
    set script(script) {
      state.script = script
    },
    keys: { admin: admin.key, open: open.key, trusted: trusted.key },
    async [Symbol.asyncDispose]() {
      await running.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function repository(
  directory: string,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const from = join(directory, `${name}-files`)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(from, path)), { recursive: true })
    await writeFile(join(from, path), text)
  }
  const path = join(directory, 'data', 'repositories', `${name}.git`)
  const author = { name: 'Test', email: 'test@example.com' }
  await createLocalRepository({ path, from, message: 'Add pages', author, date: 1_700_000_000_000 })
  return `file://${path}`
}

function indexAndModels(model: ScriptedModel, change: (retriever: Retriever) => Retriever) {
  const plugin = definePlugin({
    name: 'test',
    options: z.strictObject({}),
    setup: (_options, host) => {
      const { clock, ids, logger } = host
      const directory = join(host.dataDirectory, 'index')
      const retriever = new FileRetriever({ directory, memoryMb: 64, clock, ids, logger })
      host.provide(Retriever, change(retriever))
      host.onStop(() => retriever.stop())
      host.addModelProvider(scriptedProvider('test', { model }, { assistant: 'model', agent: 'model' }))
    },
  })
  return plugin()
}
