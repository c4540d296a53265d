import { ProjectBrands } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { BrandObject, brandView } from './brand-object.ts'

export const getBrand = defineApiOperation({
  id: 'getBrand',
  summary: 'Get the brand of a project',
  tag: 'Dashboard',
  permission: 'view',
  reply: { status: 200, description: 'The brand.', content: { 'application/json': BrandObject } },
  async handle({ project, services, signal }) {
    const brand = await services.docent.resolve(ProjectBrands).read(project.id, { signal })
    return json(brandView(project, brand))
  },
})
