import type { Logger } from '@docent/core/plugin'
import { HostRefusal } from './http/host-refusal.ts'

export interface NameRequest {
  what: 'label' | 'reviewer'
  names: readonly string[]
  /** Statuses that refuse a name; anything else is thrown. */
  tolerated: readonly number[]
  ask(names: string[]): Promise<unknown>
}

/**
 * Asks for labels or reviewers. A name that the host refuses must not cost the pull request, nor the other names: one
 * that is refused can take the others with it, so that each is asked for alone then.
 *
 * @returns what was refused, such as `reviewer writer`
 */
export async function askForNames(
  request: NameRequest,
  log: { logger: Logger; vendor: string; about: object },
): Promise<string[]> {
  const { what, names, tolerated, ask } = request
  if (names.length === 0) return []
  try {
    await ask([...names])
    return []
  } catch (error) {
    if (!(error instanceof HostRefusal) || !tolerated.includes(error.status)) throw error
    if (names.length > 1 && error.status !== 403 && error.status !== 404) {
      const refused: string[] = []
      for (const name of names) refused.push(...(await askForNames({ ...request, names: [name] }, log)))
      return refused
    }
    const about = { ...log.about, names, reason: error.message }
    log.logger.warn(about, `${log.vendor} refused a ${what} of a pull request`)
    return names.map((name) => `${what} ${name}`)
  }
}
