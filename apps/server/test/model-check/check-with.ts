import { CheckModel, type CheckModelOptions, type ModelCard, Models } from '@docent/core'
import type { ModelProvider } from '@docent/core/plugin'
import { ManualClock } from '@docent/testing'

/** The card of `local:it`, without waits, and with codes that follow each other. */
export function checkWith(
  providers: readonly ModelProvider[],
  { clock = new ManualClock(), ...options }: Partial<CheckModelOptions> & { clock?: ManualClock } = {},
): Promise<ModelCard> {
  let count = 0
  const ids = { sortable: () => '', secret: () => `${'0'.repeat(24)}c0de${String(++count).padStart(4, '0')}` }
  const backoff = { baseMs: 0, maxMs: 1, random: () => 0, sleep: async () => undefined }
  return new CheckModel(new Models(providers), clock, ids).check('local:it', {
    signal: AbortSignal.timeout(60_000),
    mostContext: 100_000,
    backoff,
    ...options,
  })
}
