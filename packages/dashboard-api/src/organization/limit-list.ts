import type { LimitSettings } from '@docent/core'
import { z } from 'zod'

const Limit = z.object({
  name: z.enum(['keyPerMonth', 'organizationPerHour', 'ipPerDay', 'projectPerHour']),
  max: z.int(),
  isOwn: z.boolean().describe('Set for this organization; otherwise that of the server.'),
})

export const LimitList = z.array(Limit)

export function limitsOf(server: LimitSettings, own: Partial<LimitSettings>): z.output<typeof LimitList> {
  return Limit.shape.name.options.map((name) => ({
    name,
    max: own[name] ?? server[name],
    isOwn: own[name] !== undefined,
  }))
}
