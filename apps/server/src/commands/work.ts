import { defineLocal, portOption, UsageError } from '@docent/command-line'
import { z } from 'zod'
import { loadConfig } from '../config/load-config.ts'
import { createLogger } from '../process/logger.ts'
import { stopOnSignal } from '../process/stop-on-signal.ts'
import { Watchdog } from '../process/watchdog.ts'
import { WorkUnderWay } from '../process/work-under-way.ts'
import { startWorker } from '../start/start-worker.ts'
import { version } from '../version.ts'

const DUTIES = {
  jobs: { jobs: true, index: false },
  index: { jobs: false, index: true },
} as const

export const command = defineLocal({
  description: 'Run jobs and update the index without handling requests',
  args: {
    only: {
      type: 'string',
      valueHint: 'jobs|index',
      description: 'Run only jobs, or only the rest: index, webhooks, and retention',
    },
    'health-port': {
      type: 'string',
      valueHint: 'port',
      description: 'Respond to /health/live and /health/ready on this port of http.host',
    },
  },
  example: 'work --only jobs --health-port 3001',
  json: z.object({ pid: z.number(), version: z.string(), healthUrl: z.string().optional() }),
  jsonLines: 'One line, as soon as the process is ready:',
  run: async ({ args }) => {
    const env = process.env
    const folder = process.cwd()
    const duties = dutiesOf(args.only)
    const healthPort = portOption('health-port', args['health-port'] ?? env.DOCENT_HEALTH_PORT)
    const config = await loadConfig(folder)
    const logger = createLogger(env)
    const work = new WorkUnderWay()
    const worker = await startWorker({
      ...{ config, env, folder, logger, duties, healthPort },
      nameWork: (name, run) => work.during(name, run),
    })
    // Not before: a migration of a large database may take as long as it needs.
    new Watchdog(work, logger)
    stopOnSignal(
      () => worker.stop(),
      () => logger.flush(),
    )
    const { healthUrl } = worker
    if (args.json)
      console.log(
        JSON.stringify({ pid: process.pid, version: version(), ...(healthUrl ? { healthUrl } : {}) }),
      )
    else console.log(`This process runs ${describe(duties)}.`)
    return undefined
  },
})

type Chosen = { jobs: boolean; index: boolean }

function dutiesOf(only: string | undefined): Chosen {
  if (only === undefined) return { jobs: true, index: true }
  if (only === 'jobs' || only === 'index') return DUTIES[only]
  throw new UsageError(`--only is "${only}": use jobs or index.`)
}

function describe({ jobs, index }: Chosen): string {
  if (!index) return 'jobs'
  return `${jobs ? 'jobs, ' : ''}index updates, webhooks, and retention`
}
