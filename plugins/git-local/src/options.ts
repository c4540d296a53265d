import { z } from 'zod'

export const GitLocalOptions = z.strictObject({
  roots: z
    .array(z.string().min(1))
    .default([])
    .describe('Folders that local repositories may lie in, beside `repositories` in the data directory.'),
})

export type GitLocalOptions = z.infer<typeof GitLocalOptions>
