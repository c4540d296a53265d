export {
  type CreatedPlugin,
  createPlugin,
  NEEDED_PACKAGES,
  type NewPlugin,
  PluginRefused,
  planPlugin,
} from './create-plugin.ts'
export { nextSteps } from './next-steps.ts'
export type { PackageVersions } from './package-files.ts'
export type { PluginPort } from './plugin-port.ts'
export { findPort, PORTS } from './ports.ts'
