import type { CommandTable } from '@docent/command-line'
import type { CommandDef } from 'citty'

const load = (importModule: () => Promise<{ command: unknown }>) => async (): Promise<CommandDef> =>
  (await importModule()).command as CommandDef

/** The commands of `docent`. */
export const COMMANDS: CommandTable = {
  init: load(() => import('./commands/init.ts')),
  serve: load(() => import('./commands/serve.ts')),
  work: load(() => import('./commands/work.ts')),
  projects: load(() => import('./commands/projects.ts')),
  plugin: load(() => import('./commands/plugin.ts')),
  completion: load(() => import('./commands/completion.ts')),
  config: load(() => import('./commands/config.ts')),
  doctor: load(() => import('./commands/doctor.ts')),
  migrate: load(() => import('./commands/migrate.ts')),
}
