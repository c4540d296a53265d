import { BRAND_SLOTS, type Brand, BrandSettings, brandFilePath } from '@docent/core'
import type { Project } from '@docent/core/plugin'
import { z } from 'zod'

const File = z.object({
  path: z.string().describe('On this server. It changes with the file.'),
  type: z.string(),
  bytes: z.int(),
})

export const BrandObject = BrandSettings.extend({
  files: z.partialRecord(z.enum(BRAND_SLOTS), File).describe('By their place.'),
}).meta({ id: 'Brand' })

export function brandView({ domain }: Project, brand: Brand): z.input<typeof BrandObject> {
  const files = BRAND_SLOTS.flatMap((slot) => {
    const file = brand.files[slot]
    const path = brandFilePath(domain, brand, slot)
    return file === undefined || path === undefined
      ? []
      : [[slot, { path, type: file.type, bytes: file.bytes }] as const]
  })
  return { ...brand, files: Object.fromEntries(files) }
}
