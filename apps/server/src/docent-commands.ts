import type { CommandTable } from '@docent/command-line'
import type { CommandDef } from 'citty'

const load = (importModule: () => Promise<{ command: unknown }>) => async (): Promise<CommandDef> =>
  (await importModule()).command as CommandDef

/** The commands of `docent`. */
export const COMMANDS: CommandTable = {
  init: load(() => import('./commands/init.ts')),
  serve: load(() => import('./commands/serve.ts')),
  work: load(() => import('./commands/work.ts')),
  keys: load(() => import('./commands/keys.ts')),
  'owner-link': load(() => import('./commands/owner-link.ts')),
  projects: load(() => import('./commands/projects.ts')),
  index: load(() => import('./commands/index-project.ts')),
  ask: load(() => import('./commands/ask.ts')),
  agent: load(() => import('./commands/agent.ts')),
  threads: load(() => import('./commands/threads.ts')),
  gaps: load(() => import('./commands/gaps.ts')),
  limits: load(() => import('./commands/limits.ts')),
  webhooks: load(() => import('./commands/webhooks.ts')),
  plugin: load(() => import('./commands/plugin.ts')),
  completion: load(() => import('./commands/completion.ts')),
  config: load(() => import('./commands/config.ts')),
  doctor: load(() => import('./commands/doctor.ts')),
  backup: load(() => import('./commands/backup.ts')),
  'note-backup': load(() => import('./commands/note-backup.ts')),
  migrate: load(() => import('./commands/migrate.ts')),
  restore: load(() => import('./commands/restore.ts')),
}
