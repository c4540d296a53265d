import { WAITS_FOR } from '@docent/core'
import { z } from 'zod'

export const AttentionObject = z
  .object({
    kind: z.enum(['outage', 'job', 'gap', 'index', 'model', 'git-host']),
    title: z.string(),
    detail: z.string(),
    id: z.string().nullable().describe('ID of the job or the gap, or the role of the model.'),
    at: z.iso.datetime().nullable().describe('When it happened. Of an outage: since when.'),
    waitsFor: z.enum(WAITS_FOR).nullable().describe('Of an outage: what is away.'),
    nextAt: z.iso.datetime().nullable().describe('Of an outage: when it is tried again, if that is known.'),
  })
  .meta({ id: 'Attention' })

export type Attention = z.input<typeof AttentionObject>

export function entry(
  kind: Attention['kind'],
  title: string,
  detail: string,
  {
    id = null,
    at = null,
    nextAt = null,
    waitsFor = null,
  }: Partial<Omit<Attention, 'kind' | 'title' | 'detail'>> = {},
): Attention {
  return { kind, title: title.slice(0, 300), detail: detail.slice(0, 500), id, at, nextAt, waitsFor }
}
