import { isOpenToAll } from '@docent/core'
import type { Project } from '@docent/core/plugin'
import type { PublicCall } from '@docent/http'

/** Whether the server has the feature. */
export function hasMcp({ services }: PublicCall): boolean {
  return services.routes.some(([, path]) => path === '/mcp/{domain}')
}

/** Where a client of the Model Context Protocol finds the tools of this documentation. */
export function mcpServer({ services }: PublicCall, project: Project) {
  return {
    name: project.name,
    url: `${services.publicUrl()}/mcp/${project.domain}`,
    transport: 'streamable-http',
    authentication: isOpenToAll(project)
      ? { type: 'none' }
      : { type: 'bearer', description: 'An assistant key of this project.' },
  }
}
