import { type Docent, RegisteredCommands, RegisteredRoutes } from '@docent/core/plugin'

/** Features that the dashboard shows something of, and that a configuration can leave out. */
export const SHOWN_FEATURES = ['analytics', 'backups', 'evaluation', 'mcp', 'pages', 'webhooks'] as const
export type ShownFeature = (typeof SHOWN_FEATURES)[number]

/** Those of this server, by what their plugins added. */
export function featuresOf(docent: Docent): ShownFeature[] {
  const added = new Set(
    [...docent.resolve(RegisteredRoutes), ...docent.resolve(RegisteredCommands)].map(({ plugin }) => plugin),
  )
  return SHOWN_FEATURES.filter((name) => added.has(name))
}
