import { type Brand, type BrandSlot, brandFilePath, ProjectBrands } from '@docent/core'
import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'

const address = z.string().nullable().describe('Path on this server. It changes with the file.')

export const readBrand = defineOperation({
  id: 'readBrand',
  summary: 'Read the brand that the widget shows',
  description:
    'A POST, because browsers name the origin of a page in every POST, and keys can be limited to origins.',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'view',
  reply: {
    status: 200,
    description: 'The brand. A field that nobody set is null.',
    content: {
      'application/json': z.object({
        name: z.string().nullable(),
        accent: z.string().nullable().describe('A color, such as `#5b21b6`.'),
        logo: z.object({ light: address, dark: address }),
        variants: z.boolean().describe('Whether there are several versions or languages to choose between.'),
        support: z.boolean().describe('Whether readers can reach a person: the project has `support`.'),
      }),
    },
  },
  async handle({ project, services, signal }) {
    const brand = await services.docent.resolve(ProjectBrands).read(project.id, { signal })
    const { name = null, accent = null } = brand
    const path = (slot: BrandSlot) => pathOf(project.domain, brand, slot)
    const logo = { light: path('logo-light'), dark: path('logo-dark') }
    const { versions, languages } = await services.filterScopes.variants(project, {}, { signal })
    const variants = versions.length > 1 || languages.length > 0
    return json({ name, accent, logo, variants, support: project.support !== undefined })
  },
})

function pathOf(domain: string, brand: Brand, slot: BrandSlot): string | null {
  return brandFilePath(domain, brand, slot) ?? null
}
