import { withPostgres } from '@docent/simulators'
import { test } from 'vitest'
import { BOUNDARIES } from './boundaries.ts'
import { crashScenes } from './crash-scenes.ts'
import { killAndCarryOn } from './kill-and-carry-on.ts'

/** `CRASH_BOUNDARIES=all` kills at each; without it, at every ninth, others in each run. */
const all = process.env.CRASH_BOUNDARIES === 'all'
const offset = Date.now() % 9
const boundaries = BOUNDARIES.filter((_, at) => all || at % 9 === offset)

withPostgres('a worker on PostgreSQL that is killed with SIGKILL', (server) => {
  const scene = crashScenes(() => server().url)

  test.each(boundaries)(
    '%s: the job completes elsewhere, with one pull request and no recorded step repeated',
    async (boundary) => killAndCarryOn(await scene(), boundary),
  )
})
