import { z } from 'zod'

/** A monthly spend cap, as written in docent.config.ts. */
export const monthlySpend = z
  .number()
  .positive()
  .max(1_000_000)
  .describe(
    'Most US dollars that models may cost in a calendar month (UTC); the prices of the models must be known. Default: no cap.',
  )
