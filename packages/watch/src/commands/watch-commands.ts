import type { CommandGroup } from '@docent/core/plugin'
import { replayCommand } from './replay-command.ts'
import { statusCommand } from './status-command.ts'

export const watchCommands: CommandGroup = {
  description: 'Find out which pages a change of code makes stale',
  commands: { replay: replayCommand, status: statusCommand },
}
