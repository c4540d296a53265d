import { z } from 'zod'
import type { ClaimFormat } from '../claim-format.ts'

const Reply = z.object({ verdicts: z.array(z.object({ supported: z.number().min(0).max(1) })) })

/** The format that is documented on the page of the plugin: the one to write for a server of your own. */
export const docentFormat: ClaimFormat = {
  path: '/check',
  batch: 32,
  evidenceCharacters: 12_000,
  body: (claims, { model }) => ({
    ...(model === undefined ? {} : { model }),
    claims: claims.map(({ text, evidence }) => ({ text, evidence })),
  }),
  supported: (reply) => Reply.parse(reply).verdicts.map(({ supported }) => supported),
}
