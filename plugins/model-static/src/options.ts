import { z } from 'zod'

export const StaticModelsOptions = z.strictObject({
  name: z
    .string()
    .regex(/^[^:\s]+$/)
    .default('static')
    .describe('Name of the provider, the part before the colon in `static:potion-base-8M`.'),
  directory: z
    .string()
    .min(1)
    .optional()
    .describe('Folder that contains a folder for each model. Default: `STATIC_MODELS`.'),
})
