import { z } from 'zod'

export const GitLocalOptions = z.strictObject({
  roots: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Folders with repositories that Docent can open, in addition to `repositories` in the data directory and the repositories in docent.config.ts.',
    ),
})

export type GitLocalOptions = z.infer<typeof GitLocalOptions>
