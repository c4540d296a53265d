import type { TaskMeta } from 'vitest'

/** A program or a server that tests need, and that not every machine has. */
export interface NeededService {
  /** What people call it, with the version that the tests need, for example `Redis 6.2 or later`. */
  readonly name: string
  isInstalled(): boolean
  /** The command that installs it, for example `apt-get install redis-server`. */
  readonly install: string
}

/** Why a test did not run: one of these for each service that is missing. */
export type NotRun = Pick<NeededService, 'name' | 'install'>

declare module 'vitest' {
  interface TaskMeta {
    /** The services without which `needs` left the test out. `NotRunReporter` lists them. */
    notRun?: readonly NotRun[]
  }
}

/**
 * Options of a suite or a test that needs services. Without one of them, the suite is skipped, and `NotRunReporter` says
 * so at the end of the run. In CI (the variable `CI` is set), a missing service is an error: nothing passes by not running.
 *
 * @throws {Error} in CI, if a service is missing
 *
 * @example
 * const REDIS = { name: 'Redis', isInstalled: () => existsSync('/usr/bin/redis-server'), install: 'apt-get install redis-server' }
 *
 * describe('a limiter on Redis', needs(REDIS), () => rateLimiterContract('redis', open))
 */
export function needs(...services: readonly NeededService[]): { skip?: true; meta?: Partial<TaskMeta> } {
  const notRun = services
    .filter((service) => !service.isInstalled())
    .map(({ name, install }) => ({ name, install }))
  if (notRun.length === 0) return {}
  if (isCi()) throw new Error(`These tests need what is not installed: ${notRun.map(asText).join('; ')}.`)
  return { skip: true, meta: { notRun } }
}

function asText({ name, install }: NotRun): string {
  return `${name} (to install it, run \`${install}\`)`
}

function isCi(): boolean {
  return !['', '0', 'false'].includes(process.env.CI ?? '')
}
