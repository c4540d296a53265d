import type { CommandArg } from '@docent/core/plugin'
import { type CommandNode, leavesOf } from '../tree/command-tree.ts'

export interface OptionWords {
  /** Without dashes. */
  name: string
  short: string | undefined
  description: string
  /** Undefined for an option that takes no value; empty when the value can be anything. */
  values: readonly string[] | undefined
}

/** One place of the command line: what can follow `docent agent`, for example. */
export interface PlaceWords {
  path: readonly string[]
  /** Names of commands that can follow, with what they do. */
  commands: readonly { name: string; description: string }[]
  options: readonly OptionWords[]
  /** Values of the first argument, when it is one of a list. */
  choices: readonly string[]
}

const HELP: OptionWords = { name: 'help', short: 'h', description: 'Show this help', values: undefined }

/** Every place of the command line, from the command table. */
export function placesOf(root: CommandNode): readonly PlaceWords[] {
  const groups = groupsOf(root).map(({ path, children }) => ({
    path,
    commands: names(children),
    options: path.length === 0 ? [HELP, VERSION] : [HELP],
    choices: [],
  }))
  const leaves = leavesOf(root).map(({ path, command, children }) => ({
    path,
    commands: names(children),
    options: [...Object.entries(command.help.args).flatMap(([name, arg]) => optionWords(name, arg)), HELP],
    choices: command.help.choices ?? [],
  }))
  return [...groups, ...leaves]
}

function names(children: readonly CommandNode[]): PlaceWords['commands'] {
  return children.map(({ path, description }) => ({ name: path.at(-1) ?? '', description }))
}

const VERSION: OptionWords = {
  name: 'version',
  short: 'v',
  description: 'Show the version',
  values: undefined,
}

function optionWords(name: string, arg: CommandArg): OptionWords[] {
  if (arg.type === 'positional') return []
  const [short] = 'alias' in arg && arg.alias !== undefined ? [arg.alias].flat() : []
  const values = arg.type === 'enum' ? (arg.options ?? []) : arg.type === 'string' ? [] : undefined
  return [{ name, short, description: arg.description ?? '', values }]
}

function groupsOf(node: CommandNode): readonly CommandNode[] {
  return node.command === undefined ? [node, ...node.children.flatMap(groupsOf)] : []
}
