import { Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker'
import { draft } from '../job-store-load.ts'
import type { QueuePeer } from './queue-peer.ts'

const logger = new Logger(() => () => undefined)

export const graphileWorkerQueue: QueuePeer = {
  name: 'graphile-worker',
  note: 'its defaults, as many jobs at once as the others',
  async open({ postgres }) {
    const utils = await makeWorkerUtils({ connectionString: postgres, maxPoolSize: 10, logger })
    await utils.migrate()
    let runner: Runner | undefined
    return {
      create: (id) => utils.addJob('run', { id, body: JSON.stringify(draft().job) }),
      work: async (concurrency, onStart) => {
        runner = await run({
          connectionString: postgres,
          concurrency,
          maxPoolSize: 10,
          noHandleSignals: true,
          logger,
          taskList: { run: async (payload) => onStart((payload as { id: string }).id) },
        })
      },
      close: async () => {
        await runner?.stop()
        await utils.release()
      },
    }
  },
}
