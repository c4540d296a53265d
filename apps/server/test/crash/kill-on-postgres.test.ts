import { withPostgres } from '@docent/simulators'
import { test } from 'vitest'
import { IS_LONG } from '../../../../scripts/long-runs.ts'
import { BOUNDARIES } from './boundaries.ts'
import { crashScenes } from './crash-scenes.ts'
import { killAndCarryOn } from './kill-and-carry-on.ts'

/** Where the stores differ most: a step that is recorded, an effect that is not, and the end. */
const boundaries = IS_LONG ? BOUNDARIES : (['after record model 2', 'after push', 'before settle'] as const)

withPostgres('a worker on PostgreSQL that is killed with SIGKILL', (server) => {
  const scene = crashScenes(() => server().url)

  test.each(boundaries)(
    '%s: the job completes elsewhere, with one pull request and no recorded step repeated',
    async (boundary) => killAndCarryOn(await scene(), boundary),
  )
})
