import { BrandSettings, ProjectBrands } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { BrandObject, brandView } from './brand-object.ts'

export const changeBrand = defineApiOperation({
  id: 'changeBrand',
  summary: 'Replace the settings of the brand of a project',
  description: 'The files stay. Pages show the change at once.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'brand.change',
  body: BrandSettings,
  reply: { status: 200, description: 'The brand.', content: { 'application/json': BrandObject } },
  async handle({ body, project, services, signal, note }) {
    note.about(project.id)
    const brand = await services.docent.resolve(ProjectBrands).change(project.id, body, { signal })
    return json(brandView(project, brand))
  },
})
