export { ProjectOptions } from './operations/v1/project-options.ts'
export type { HandlerSettings } from './settings/handler-settings.ts'
export { hostNameOf } from './settings/site-host.ts'
