import { OrganizationLimits, Settings } from '@docent/core'
import { DocentError, defined, json, ProjectStore } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { LimitList, limitsOf } from './limit-list.ts'

const limit = (name: keyof typeof OrganizationLimits.shape) =>
  OrganizationLimits.shape[name].unwrap().nullable().optional()

export const changeLimits = defineApiOperation({
  id: 'changeLimits',
  summary: 'Change the request limits of an organization',
  description:
    'Null takes the limit of the server again. Takes effect within 5 seconds in every process. If the organization is in docent.config.ts, the reply is 409.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'limits.change',
  body: z.strictObject({
    keyPerMonth: limit('keyPerMonth'),
    organizationPerHour: limit('organizationPerHour'),
    ipPerDay: limit('ipPerDay'),
    projectPerHour: limit('projectPerHour'),
  }),
  reply: {
    status: 200,
    description: 'The limits as they are now.',
    content: { 'application/json': z.object({ limits: LimitList }) },
  },
  async handle({ body, note, organizationId, services, signal }) {
    const { docent } = services
    const settings = docent.resolve(Settings)
    const projects = docent.resolve<ProjectStore>(ProjectStore)
    const organization = await projects.organization(organizationId, { signal })
    if (!organization) throw new DocentError('not_found', 'There is no such organization.')
    if (Object.hasOwn(settings.repositories ?? {}, organizationId))
      throw new DocentError(
        'conflict',
        'The organization comes from docent.config.ts. Change its limits there, and restart the server.',
      )
    const given = defined(body)
    const merged = Object.entries({ ...organization.limits, ...given })
    const limits = Object.fromEntries(merged.filter(([, value]) => value !== null))
    await projects.putOrganization({ ...organization, limits }, { signal })
    note.about(organizationId, given)
    return json({ limits: limitsOf(settings.limits, limits) })
  },
})
