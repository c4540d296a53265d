import { parentPort } from 'node:worker_threads'
import { checkSync, type Parameters } from 'recheck'
import { withFewRepetitions } from './repetitions.ts'
import type { Verdict } from './verdict.ts'

/** Limits count steps instead of time, so that a busy machine judges as an idle one does. */
const LIMITS: Parameters = {
  maxIteration: 3,
  maxInitialGenerationSize: 150,
  maxGenerationSize: 40,
  incubationLimit: 10_000,
  incubationTimeout: null,
  attackLimit: 4_000_000,
  maxAttackStringSize: 6_000,
  attackTimeout: null,
  // Ends what would not end.
  timeout: 60_000,
}

parentPort?.on('message', ({ source, flags }: { source: string; flags: string }) => {
  parentPort?.postMessage(judge(source, flags))
})

function judge(source: string, flags: string): Verdict {
  const found = checkSync(withFewRepetitions(source), flags, LIMITS)
  if (found.status === 'safe') return { growth: 'linear' }
  if (found.status === 'unknown') return { growth: 'unknown' }
  const { complexity, attack } = found
  return {
    growth: complexity.type,
    ...(complexity.type === 'polynomial' && { degree: complexity.degree }),
    attack: {
      pumps: attack.pumps.map(({ prefix, pump }) => ({ prefix, pump })),
      suffix: attack.suffix,
    },
  }
}
