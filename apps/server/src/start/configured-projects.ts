import type { ConfiguredProjects } from '@docent/core'
import { organizationId } from '@docent/core/plugin'
import type { DocentConfig } from '../config/docent-config.ts'

/** What the config says about organizations and projects, as core takes it. */
export function configuredProjects({
  organizations,
  projects,
}: Pick<DocentConfig, 'organizations' | 'projects'>): ConfiguredProjects {
  return {
    organizations: organizations.map(({ id, name, limits }) => ({
      id: organizationId(id),
      name: name ?? id,
      limits: Object.fromEntries(Object.entries(limits).filter(([, max]) => max !== undefined)),
    })),
    projects,
  }
}
