import { z } from 'zod'

/** A link as its maker sees it, once. */
export const NewLink = z
  .object({
    id: z.string(),
    url: z.string().describe('Holds the secret: hand it to the person alone.'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'NewLink' })
