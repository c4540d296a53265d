import { z } from 'zod'

export const GitLocalOptions = z.strictObject({
  roots: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Folders whose repositories may be used, beside `repositories` in the data directory and the repositories that docent.config.ts names.',
    ),
})

export type GitLocalOptions = z.infer<typeof GitLocalOptions>
