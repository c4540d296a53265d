import { z } from 'zod'

const MOST_LINKS = 12
const MOST_CSS = 40_000

const link = z.strictObject({
  label: z.string().trim().min(1, 'is missing').max(60),
  url: z
    .string()
    .max(1_000)
    .regex(/^(?:https?:\/\/|\/(?!\/)|mailto:)/i, 'must begin with https://, http://, mailto:, or /'),
})

/** What a company writes of its brand; its files are kept apart. */
export const BrandSettings = z.strictObject({
  name: z.string().trim().max(80).optional().describe('Above the pages, instead of the name of the project.'),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a color like #5b21b6')
    .optional()
    .describe('Docent derives every shade from it, with enough contrast in both themes.'),
  headerLinks: z.array(link).max(MOST_LINKS).optional(),
  footerLinks: z.array(link).max(MOST_LINKS).optional(),
  css: z
    .string()
    .max(MOST_CSS)
    .optional()
    .describe('For the pages. It loads nothing from other hosts: the content policy of the pages applies.'),
})
export type BrandSettings = z.output<typeof BrandSettings>

export const BRAND_SLOTS = ['logo-light', 'logo-dark', 'favicon', 'social-image', 'font'] as const
export type BrandSlot = (typeof BRAND_SLOTS)[number]

/** A file of a brand. Its address has the hash, so that browsers keep it for ever. */
export interface BrandFile {
  readonly hash: string
  readonly type: string
  readonly bytes: number
}

export interface Brand extends BrandSettings {
  readonly files: Readonly<Partial<Record<BrandSlot, BrandFile>>>
}
