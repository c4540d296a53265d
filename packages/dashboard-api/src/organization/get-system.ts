import { RegisteredGitHosts, RegisteredModelProviders } from '@docent/core'
import { json } from '@docent/core/plugin'
import { type ApiCall, defineApiOperation, partsOf } from '@docent/http'
import { z } from 'zod'
import type { OfDashboard } from '../features.ts'
import { countOlder } from '../secrets/count-older.ts'
import { folderSize } from './folder-size.ts'

export const getSystem = defineApiOperation({
  id: 'getSystem',
  summary: 'Get the versions, the data size, and the health of every plugin',
  tag: 'Dashboard',
  permission: 'manage',
  reply: {
    status: 200,
    description: 'The server that answered.',
    content: {
      'application/json': z.object({
        version: z.string(),
        node: z.string(),
        uptimeMs: z.number(),
        memoryBytes: z.int(),
        dataDirectory: z.string(),
        data: z
          .array(z.object({ name: z.string(), bytes: z.int() }))
          .describe('What it contains, largest first.'),
        olderSecrets: z
          .int()
          .describe(
            'Entered credentials and API keys that stop working when the newest secret of `DOCENT_SECRET` is the only one. 0 when it is.',
          ),
        gitHosts: z.array(z.string()),
        modelProviders: z.array(z.string()),
        parts: z.record(
          z.string(),
          z.object({
            ok: z.boolean(),
            isDegraded: z
              .boolean()
              .optional()
              .describe('The part fails, and the server still serves everything.'),
            message: z.string().optional(),
          }),
        ),
      }),
    },
  },
  async handle({ services, signal }: ApiCall & OfDashboard) {
    const { docent, dataDirectory } = services
    const [{ parts }, data, olderSecrets] = await Promise.all([
      partsOf(services),
      folderSize(dataDirectory, signal),
      countOlder(docent, { signal }),
    ])
    return json({
      version: services.version,
      node: process.versions.node,
      uptimeMs: Math.round(process.uptime() * 1_000),
      memoryBytes: process.memoryUsage.rss(),
      dataDirectory,
      data,
      olderSecrets,
      gitHosts: docent.resolve(RegisteredGitHosts).map(({ name }) => name),
      modelProviders: docent.resolve(RegisteredModelProviders).map(({ name }) => name),
      parts,
    })
  },
})
