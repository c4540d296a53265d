import { z } from 'zod'

/** A monthly spend cap, as written in docent.config.ts. */
export const monthlySpend = z
  .number()
  .positive()
  .max(1_000_000)
  .describe(
    'Most US dollars that models can cost in a calendar month (UTC). Docent must know the prices of the models. Default: no cap.',
  )
