// A server with the plugins that it has by default, in a process of its own: its parent sends requests, and hears of
// every stall of its event loop and of every unexpected failure in its log.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IssueKey } from '@docent/core'
import { organizationId, projectId } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { checkConfig } from '../../../src/config/load-config.ts'
import { defaultPlugins } from '../../../src/plugins/default-plugins.ts'
import { createLogger } from '../../../src/process/logger.ts'
import { startServer } from '../../../src/start/start-server.ts'
import { signIn } from '../../sign-in.ts'
import { callServer, type TestServer } from '../../start-test-server.ts'
import { watchLoop } from '../loop-stalls.ts'
import type { ServerFacts, ServerMessage } from './server-messages.ts'

const PLENTY = 1_000_000_000
const STALL_MS = 200

const folder = mkdtempSync(join(tmpdir(), 'docent-generated-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('disconnect', () => process.exit())
const send = (message: ServerMessage) => void process.send?.(message)

const repository = join(folder, 'data', 'repositories', 'docs.git')
await createLocalRepository({
  path: repository,
  from: process.env.GENERATED_DOCS ?? new URL('../../fixture-docs', import.meta.url).pathname,
  message: 'Add the documentation',
  author: { name: 'Test', email: 'test@example.com' },
  date: 1_700_000_000_000,
})
const running = await startServer({
  config: checkConfig({
    plugins: await defaultPlugins(),
    projects: [
      {
        id: 'docs',
        repository: `file://${repository}`,
        branch: 'main',
        site: 'public',
        siteUrl: 'https://docs.acme.com',
        models: { agent: 'offline:docent', assistant: 'offline:docent' },
      },
    ],
    limits: { keyPerMonth: PLENTY, organizationPerHour: PLENTY, ipPerDay: PLENTY, projectPerHour: PLENTY },
    // Behind a proxy each request has an address of its own: refusals are counted by address.
    http: { port: 0, drainMs: 2_000, trustedProxies: 1 },
    indexing: { pollMinutes: 0 },
  }),
  env: { DOCENT_DATA: 'data' },
  folder,
  logger: createLogger(
    { LOG_FORMAT: 'json' },
    {
      write: (line) => {
        if (isUnexpected(line)) send({ kind: 'failure', line })
      },
    },
  ),
})
await running.indexing.settled()
const keys = running.docent.resolve(IssueKey)
const shared = { organizationId: organizationId('default'), name: 'generated' }
const admin = await keys.issue({ ...shared, kind: 'admin' })
const assistant = await keys.issue({ ...shared, kind: 'assistant', projectIds: [projectId('docs')] })
const call: TestServer['call'] = (method, path, options) => callServer(running.url, method, path, options)
const owner = await signIn({ running, call })
const facts: ServerFacts = {
  url: running.url,
  adminKey: admin.key,
  assistantKey: assistant.key,
  session: owner.headers,
  userId: owner.userId,
}
watchLoop(STALL_MS, (stall) => send({ kind: 'stall', ...stall }))
process.on('message', (order) => {
  if (order === 'usage')
    send({ kind: 'usage', rss: process.memoryUsage.rss(), cpuUs: sum(process.cpuUsage()) })
  else process.exit()
})
send({ kind: 'started', ...facts })

/** An error that says what the operator must do is an answer. */
function isUnexpected(line: string): boolean {
  const { level, err } = JSON.parse(line) as { level: number; err?: { isRetryable?: boolean; code?: string } }
  return level >= 50 && (err?.isRetryable === undefined || err.code === 'internal')
}

function sum({ user, system }: NodeJS.CpuUsage): number {
  return user + system
}
