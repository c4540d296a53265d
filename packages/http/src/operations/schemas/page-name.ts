import { z } from 'zod'

/** A page, in any spelling that clients use. */
export const PageName = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .describe(
    'The page: `/guides/start`, with or without slashes and extension, or its whole address below `siteUrl`.',
  )
  .meta({ examples: ['/quickstart'] })

/** The visitor, as the site knows them. */
export const VisitorFp = z
  .string()
  .min(1)
  .max(200)
  .nullish()
  .describe('Fingerprint of the visitor, by which what is kept of them can be deleted.')
