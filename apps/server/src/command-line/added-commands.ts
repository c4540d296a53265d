import { createDocent } from '@docent/core'
import { type AddedCommand, DocentError, type Named, RegisteredCommands } from '@docent/core/plugin'
import { dataDirectoryOf } from '../config/environment.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Environment } from '../environment.ts'
import { pluginsOf } from '../plugins/plugins-option.ts'
import type { CommandTable } from './tree/command-table.ts'
import { cliCommand } from './tree/define-command.ts'

const NAME = /^[a-z][a-z0-9-]*$/

/**
 * The commands of the server with those that plugins add.
 * @throws DocentError `configuration` that names the plugin of a command that cannot be
 */
export function withAddedCommands(
  commands: CommandTable,
  added: readonly Named<AddedCommand>[],
): CommandTable {
  const more = added.map(({ plugin, value: { name, command } }) => {
    const problem = Object.hasOwn(commands, name)
      ? 'Docent has a command of this name. Take the plugin out of "plugins"'
      : NAME.test(name)
        ? undefined
        : 'A name is one word of lower-case letters, digits, and "-". Correct it in the plugin'
    if (problem !== undefined)
      throw new DocentError('configuration', `The plugin ${plugin} adds "docent ${name}". ${problem}.`)
    return [name, async () => cliCommand(command)] as const
  })
  return { ...commands, ...Object.fromEntries(more) }
}

/**
 * The same for the configuration of a folder. Composes its plugins, which opens nothing.
 * @throws DocentError `configuration`
 */
export async function commandsOf(
  commands: CommandTable,
  { folder, env }: { folder: string; env: Environment },
): Promise<CommandTable> {
  const { plugins } = await loadConfig(folder)
  // The plugins of a server whose configuration lists none add no commands, and take long to import.
  if (plugins === undefined) return commands
  const docent = createDocent({
    plugins: await pluginsOf(plugins),
    dataDirectory: dataDirectoryOf(env, folder),
    env,
  })
  return withAddedCommands(commands, docent.resolve(RegisteredCommands))
}
