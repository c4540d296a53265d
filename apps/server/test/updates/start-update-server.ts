import { type DocsSource, definePlugin, Retriever } from '@docent/core/plugin'
import { gitLocal } from '@docent/git-local'
import { memoryLimiter } from '@docent/limiter-memory'
import { sqlite } from '@docent/store-sqlite'
import { MemoryRetriever } from '@docent/testing'
import { gitWorkspaces } from '@docent/workspace-git'
import { z } from 'zod'
import { checkConfig } from '../../src/config/load-config.ts'
import { createLogger } from '../../src/process/logger.ts'
import { type RunningServer, startServer } from '../../src/start/start-server.ts'

/** A server of a folder that others had before it, whose updates only its caller runs. */
export function startUpdateServer(folder: string, source: DocsSource): Promise<RunningServer> {
  const plugin = definePlugin({
    name: 'updates',
    options: z.strictObject({}),
    setup: (_options, host) => {
      host.addDocsSource(source)
      host.provide(Retriever, new MemoryRetriever())
    },
  })
  return startServer({
    config: checkConfig({
      plugins: [sqlite(), memoryLimiter(), gitWorkspaces(), gitLocal(), plugin()],
      projects: [{ id: 'docs', repository: 'file:///nowhere.git', branch: 'main' }],
      http: { port: 0, drainMs: 0 },
      indexing: { pollMinutes: 0 },
    }),
    env: { DOCENT_DATA: 'data' },
    folder,
    hasBackground: false,
    logger: createLogger({ LOG_FORMAT: 'json' }, { write: () => undefined }),
  })
}
