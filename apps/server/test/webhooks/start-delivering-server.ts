import { join } from 'node:path'
import { definePlugin, Retriever } from '@docent/core/plugin'
import { gitLocal } from '@docent/git-local'
import { memoryLimiter } from '@docent/limiter-memory'
import { sqlite } from '@docent/store-sqlite'
import { MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { gitWorkspaces } from '@docent/workspace-git'
import { z } from 'zod'
import { checkConfig } from '../../src/config/load-config.ts'
import { createLogger } from '../../src/process/logger.ts'
import { type RunningServer, startServer } from '../../src/start/start-server.ts'

export const DELIVERY_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

/** One of several servers of a folder, in this process or in another, that tell the receiver of each new job. */
export function startDeliveringServer(
  folder: string,
  receiverUrl: string,
  hasBackground: boolean,
): Promise<RunningServer> {
  const model = scriptedModel(() => ({ text: 'Done.' }))
  const plugin = definePlugin({
    name: 'delivering',
    options: z.strictObject({}),
    setup: (_options, host) => {
      host.provide(Retriever, new MemoryRetriever())
      host.addModelProvider(scriptedProvider('test', { model }, { agent: 'model' }))
      host.addDocsSource({ name: 'none', matches: () => true, list: async () => undefined })
    },
  })
  return startServer({
    config: checkConfig({
      plugins: [sqlite(), memoryLimiter(), gitWorkspaces(), gitLocal(), plugin()],
      projects: [
        {
          id: 'docs',
          repository: `file://${join(folder, 'data', 'repositories', 'docs.git')}`,
          branch: 'main',
        },
      ],
      webhooks: [{ url: receiverUrl, secret: DELIVERY_SECRET, events: ['job.created'], allowPrivate: true }],
      leases: { webhooks: { leaseMs: 1_000, heartbeatMs: 300 } },
      http: { port: 0, drainMs: 1_000 },
      indexing: { pollMinutes: 0 },
    }),
    env: { DOCENT_DATA: 'data' },
    folder,
    hasBackground,
    logger: createLogger({ LOG_FORMAT: 'json' }, { write: () => undefined }),
  })
}
