import { defaultBackoff } from '@docent/core/plugin'
import type { ClaimsWire } from '@docent/simulators'
import { CLAIM_FORMATS } from '../src/formats/claim-formats.ts'
import { HttpClaimChecker, type HttpClaimCheckerOptions } from '../src/http-claim-checker.ts'
import type { HttpClaimsOptions } from '../src/options.ts'

export type Changes = Partial<HttpClaimCheckerOptions> & { api?: HttpClaimsOptions['api'] }

/** A checker for a simulated server, whose pauses are noted and not waited for. */
export function checkerFor(wire: ClaimsWire, { api = 'docent', ...changes }: Changes = {}) {
  const format = CLAIM_FORMATS[api]
  const pauses: number[] = []
  const checker = new HttpClaimChecker({
    name: 'simulated',
    url: wire.origin + format.path,
    format,
    model: api === 'ollama' ? 'bespoke-minicheck' : undefined,
    label: undefined,
    headers: {},
    batch: format.batch,
    concurrency: 4,
    evidenceCharacters: format.evidenceCharacters,
    timeoutMs: 60_000,
    attempts: 3,
    now: () => Date.parse('2026-03-01T12:00:00Z'),
    backoff: {
      ...defaultBackoff,
      baseMs: 250,
      maxMs: 10_000,
      random: () => 0.5,
      sleep: async (ms) => void pauses.push(ms),
    },
    ...changes,
  })
  return Object.assign(checker, { pauses })
}
