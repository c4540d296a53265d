import { DocentError, defined, type Health, json } from '@docent/core/plugin'
import { z } from 'zod'
import { definePublicOperation, type PublicCall } from '../../calls/operation.ts'
import { partsOf } from '../../health/parts-of.ts'

const NO_STORE = { 'Cache-Control': 'no-store' }

export const liveness = definePublicOperation({
  id: 'liveness',
  summary: 'Check that the process responds',
  tag: 'Server',
  reply: {
    status: 200,
    description: 'The process responds.',
    content: { 'application/json': z.object({ status: z.literal('ok') }) },
  },
  handle: async () => json({ status: 'ok' }, 200, NO_STORE),
})

const Part = z.object({ ok: z.boolean(), message: z.string().optional() })

export const readiness = definePublicOperation({
  id: 'readiness',
  summary: 'Check that the server can handle requests',
  description:
    'With `degraded`, the server still handles all requests. 503 means that a part that requests need is down. With an admin key, the reply includes a `message` for each part that has a problem.',
  tag: 'Server',
  reply: {
    status: 200,
    description: 'The state of every part.',
    content: {
      'application/json': z.object({
        status: z.enum(['ok', 'degraded', 'unavailable']),
        parts: z.record(z.string(), Part),
      }),
    },
  },
  async handle(call) {
    const { services } = call
    const { ok, parts: all } = await partsOf(services)
    const isWhole = Object.values(all).every((part) => part.ok)
    const status = ok ? (isWhole ? 'ok' : 'degraded') : 'unavailable'
    const shown = (await isAdmin(call)) ? withMessages(all) : withoutMessages(all)
    return json({ status, parts: shown }, ok ? 200 : 503, NO_STORE)
  },
})

/** A key that is wrong counts as none: a probe must not take a server for unready because of it. */
async function isAdmin({ services, headers: { authorization, origin }, ip }: PublicCall): Promise<boolean> {
  if (authorization === undefined) return false
  try {
    await services.authenticate.authenticate({ authorization, origin, kind: 'admin', ip })
    return true
  } catch (error) {
    if (!DocentError.is(error, 'unauthorized') && !DocentError.is(error, 'forbidden'))
      services.logger.warn({ err: error }, 'the key of a readiness request could not be checked')
    return false
  }
}

function withMessages(parts: Readonly<Record<string, Health>>): Record<string, z.input<typeof Part>> {
  const shown = Object.entries(parts).map(([name, { ok, message }]) => [
    name,
    { ok, ...defined({ message }) },
  ])
  return Object.fromEntries(shown)
}

/** Messages may name files, hosts and projects. */
function withoutMessages(parts: Readonly<Record<string, { ok: boolean }>>): Record<string, { ok: boolean }> {
  return Object.fromEntries(Object.entries(parts).map(([name, { ok }]) => [name, { ok }]))
}
