import { BRAND_SLOTS, type BrandSlot, ProjectBrands } from '@docent/core'
import { DocentError, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { BrandObject, brandView } from './brand-object.ts'

const reply = {
  status: 200,
  description: 'The brand.',
  content: { 'application/json': BrandObject },
} as const

export const putBrandFile = defineApiOperation({
  id: 'putBrandFile',
  summary: 'Upload a file of the brand',
  description: `The place is one of ${BRAND_SLOTS.join(', ')}. Docent takes the type from the content, and refuses an SVG that contains a script.`,
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'brand.upload',
  body: z.object({ content: z.base64().max(1_000_000).describe('The file in base64.') }),
  reply,
  async handle({ body, params, project, services, signal, note }) {
    const slot = slotOf(params.slot)
    note.about(project.id, { slot })
    const content = Buffer.from(body.content, 'base64')
    const brands = services.docent.resolve(ProjectBrands)
    return json(brandView(project, await brands.putFile(project.id, slot, content, { signal })))
  },
})

export const removeBrandFile = defineApiOperation({
  id: 'removeBrandFile',
  summary: 'Remove a file of the brand',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'brand.remove-file',
  reply,
  async handle({ params, project, services, signal, note }) {
    const slot = slotOf(params.slot)
    note.about(project.id, { slot })
    const brands = services.docent.resolve(ProjectBrands)
    return json(brandView(project, await brands.removeFile(project.id, slot, { signal })))
  },
})

function slotOf(name: string | undefined): BrandSlot {
  const slot = BRAND_SLOTS.find((each) => each === name)
  if (slot) return slot
  throw new DocentError('not_found', `A brand has no file "${name}". Use one of: ${BRAND_SLOTS.join(', ')}.`)
}
