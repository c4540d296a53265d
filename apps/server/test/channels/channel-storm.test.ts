import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDocent } from '@docent/core'
import { type Plugin, ProjectNotes, Retriever, ThreadStore, WebhookStore } from '@docent/core/plugin'
import { memoryLimiter } from '@docent/limiter-memory'
import { withPostgres } from '@docent/simulators'
import { postgres } from '@docent/store-postgres'
import { sqlite } from '@docent/store-sqlite'
import { MemoryRetriever } from '@docent/testing'
import { test } from 'vitest'
import { channelStorm } from '../../../../packages/core/test/channel-storm.ts'

const EVENTS = Number(process.env.CHANNEL_EVENTS ?? (process.env.LONG_RUNS === 'true' ? 10_000 : 60))
const LIMIT = { timeout: 3_600_000 }

/** The storm over the stores of a plugin. Processes die between their calls, and never within one. */
async function stormOn(plugin: Plugin): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-storm-'))
  const docent = createDocent({
    plugins: [
      plugin,
      memoryLimiter(),
      { name: 'index', install: (host) => host.provide(Retriever, new MemoryRetriever()) },
    ],
    settings: { secrets: ['a secret of the tests'] },
    dataDirectory: folder,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  await docent.start()
  try {
    const threads = docent.resolve(ThreadStore)
    const stores = { threads, webhooks: docent.resolve(WebhookStore), notes: docent.resolve(ProjectNotes) }
    await channelStorm(EVENTS, stores)
  } finally {
    await docent.stop()
    await rm(folder, { recursive: true })
  }
}

test(`${EVENTS} events in SQLite: nothing twice, nothing lost`, LIMIT, () => stormOn(sqlite()))

withPostgres('channels', (database) => {
  test(`${EVENTS} events in PostgreSQL: nothing twice, nothing lost`, LIMIT, () =>
    stormOn(postgres({ url: database().url })),
  )
})
