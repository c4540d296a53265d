import type { CommandTable } from '@docent/command-line'
import { commandDef } from '@docent/command-line'
import { additionsOf } from '@docent/core'
import { type AddedCommand, DocentError, type Named } from '@docent/core/plugin'
import type { DocentConfig } from '../config/docent-config.ts'
import { dataDirectoryOf } from '../config/environment.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Environment } from '../environment.ts'
import { ALL_FEATURES, type FeaturesConfig, featurePlugins } from '../features/features.ts'
import { pluginsOf } from '../plugins/plugins-option.ts'

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
    return [name, async () => commandDef(typeof command === 'function' ? await command() : command)] as const
  })
  return { ...commands, ...Object.fromEntries(more) }
}

/** The commands of the server with those of its features. */
export function withFeatures(commands: CommandTable, features: FeaturesConfig = ALL_FEATURES): CommandTable {
  const { commands: added } = additionsOf({ plugins: featurePlugins(features), dataDirectory: '' })
  return withAddedCommands(commands, added)
}

export interface KnownCommands {
  commands: CommandTable
  /** Absent where nothing had to read it. */
  config?: DocentConfig
  /** Why the commands of plugins, and the choice of features, are missing. */
  problem?: DocentError
}

/**
 * The commands of a folder, by its configuration. Plugins are imported only where the first word is nobody else's; they
 * are composed, which opens nothing.
 */
export async function knownCommands(
  own: CommandTable,
  first: string,
  { folder, env }: { folder: string; env: Environment },
): Promise<KnownCommands> {
  try {
    const config = await loadConfig(folder)
    const commands = withFeatures(own, config.features)
    // The plugins of a server whose configuration lists none add no commands, and take long to import.
    const isFeature = Object.hasOwn(commands, first) && !Object.hasOwn(own, first)
    if (isFeature || config.plugins === undefined) return { commands, config }
    const plugins = await pluginsOf(config, env)
    const added = additionsOf({ plugins, dataDirectory: dataDirectoryOf(env, folder), env })
    return { commands: withAddedCommands(commands, added.commands), config }
  } catch (problem) {
    if (!DocentError.is(problem, 'configuration')) throw problem
    // A backup is restored also where the configuration is broken.
    return { commands: withFeatures(own), problem }
  }
}
