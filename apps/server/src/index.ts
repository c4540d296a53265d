export { type CommandNode, commandTree, jsonShape, leavesOf } from '@docent/command-line'
export type { AgentTask, TaskCheck, TaskResult } from '@docent/evaluation'
export {
  changedFiles,
  evaluationTable,
  failuresOf,
  filesOf,
  ROOT,
  SITE,
  TASKS,
  wholeSiteSound,
} from '@docent/evaluation'
export { describeApi } from '@docent/http'
export { withFeatures } from './command-line/added-commands.ts'
export { DocentConfig, type DocentConfigInput, defineConfig } from './config/docent-config.ts'
export { loadConfig } from './config/load-config.ts'
export { type SchemaOption, schemaOptions } from './config/schema-options.ts'
export { COMMANDS } from './docent-commands.ts'
export { listedRoutes } from './routes.ts'
export { type RunningServer, type ServerOptions, startServer } from './start/start-server.ts'
