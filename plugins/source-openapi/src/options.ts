import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const OpenapiOptions = z.strictObject({
  folder: z
    .string()
    .regex(/^[\w-]+(?:\/[\w-]+)*$/, 'must be a folder such as "api-reference"')
    .default('api-reference')
    .describe('Folder for the pages of operations: the path where the site shows them.'),
})

export type OpenapiOptions = z.input<typeof OpenapiOptions>
/** Every option resolved. */
export type OpenapiSettings = z.output<typeof OpenapiOptions>
