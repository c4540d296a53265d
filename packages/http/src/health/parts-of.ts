import type { Health } from '@docent/core/plugin'
import type { Services } from '../calls/services.ts'
import { indexHealth } from './index-health.ts'

/**
 * Every part of the server and how it is: the plugins, what falls back to something else, models and git hosts.
 * @param serves whether readers reach this process
 * @returns `ok` when requests can be served, which parts that are degraded don't prevent
 */
export async function partsOf(
  services: Services,
  { serves = true } = {},
): Promise<{ ok: boolean; parts: Record<string, Health> }> {
  const { docent, limiter, rerankPassages, providerHealth } = services
  const [{ ok, parts }, searchIndex] = await Promise.all([docent.health(), indexHealth(services, serves)])
  const fallbacks = {
    limits: limiter.health(),
    rerank: rerankPassages.health(),
    models: providerHealth.health('model'),
    gitHosts: providerHealth.health('git host'),
  }
  const degraded = Object.entries(fallbacks).map(([name, health]): [string, Health] => [
    name,
    health.ok ? health : { ...health, isDegraded: true },
  ])
  const canAnswer = searchIndex.ok || searchIndex.isDegraded === true
  return { ok: ok && canAnswer, parts: { ...parts, searchIndex, ...Object.fromEntries(degraded) } }
}
