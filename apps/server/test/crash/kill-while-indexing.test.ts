import { withPostgres } from '@docent/simulators'
import { describe, expect, test, vi } from 'vitest'
import { indexScene, LEASE_MS } from './index-scene.ts'

// Each test starts several processes from their sources.
vi.setConfig({ testTimeout: 110_000, hookTimeout: 110_000 })

function indexingIsTakenOver(databaseUrl: () => string | undefined): void {
  test('the server that starts next indexes as soon as the lease has ended, in place of ten minutes later', async () => {
    const { publish, killWhileIndexing, serve } = await indexScene(databaseUrl())
    await publish('zeppelin')
    const died = await killWhileIndexing('serve')
    const { finds } = await serve()
    await finds('zeppelin')
    report('the next process', died)
  })

  test('a server that has indexed long before goes on with it', async () => {
    const { publish, killWhileIndexing, serve } = await indexScene(databaseUrl())
    await publish('zeppelin')
    const { finds } = await serve()
    await finds('zeppelin')
    await publish('balloon')
    const died = await killWhileIndexing('work', '--only', 'index')
    await finds('balloon')
    report('another process', died)
  })

  test('"docent index" waits for the lease, and indexes', async () => {
    const { docent, publish, killWhileIndexing } = await indexScene(databaseUrl())
    await publish('zeppelin')
    const died = await killWhileIndexing('index')
    const [indexed] = await docent.json<[{ pages: number }]>(['index'])
    expect(indexed.pages).toBe(1)
    report('docent index', died)
  })
}

/** A measurement for the log: the machine of the tests may be busy. The next poll is ten minutes away. */
function report(who: string, died: number): void {
  console.log(`indexed by ${who} ${Date.now() - died} ms after a kill, with a lease of ${LEASE_MS} ms`)
}

describe('a process that is killed with SIGKILL while it indexes', () => indexingIsTakenOver(() => undefined))

withPostgres('on PostgreSQL, a process that is killed with SIGKILL while it indexes', (server) =>
  indexingIsTakenOver(() => server().url),
)
