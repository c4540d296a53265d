import { DocentError } from '@docent/core/plugin'
import type { CommandDef } from 'citty'
import type { CommandTable } from './command-table.ts'
import { type CliCommand, isRunnable } from './define-command.ts'
import { nearestCommand } from './nearest-command.ts'

export interface FoundCommand {
  /** Such as `['agent', 'create']`; empty for `docent` itself. */
  path: readonly string[]
  /** A command, a group of them, or both. */
  command: CommandDef
  /** The arguments behind the name. */
  rest: readonly string[]
}

/** A command or a group, with what is below it. */
export interface CommandNode {
  path: readonly string[]
  description: string
  command: CliCommand | undefined
  children: readonly CommandNode[]
}

export const ROOT_DESCRIPTION = 'Answers questions about documentation and changes it.'

/**
 * The command that the arguments name; a group when they name no more.
 * @throws DocentError `invalid_request` for an unknown command, with the one that was probably meant.
 */
export async function findCommand(commands: CommandTable, args: readonly string[]): Promise<FoundCommand> {
  const root: CommandDef = { meta: { description: ROOT_DESCRIPTION }, subCommands: commands }
  let found: FoundCommand = { path: [], command: root, rest: args }
  for (;;) {
    const { path, command, rest } = found
    const children = childrenOf(command)
    const at = rest.findIndex((arg) => !arg.startsWith('-'))
    const name = rest[at]
    if (!children || name === undefined) return found
    if (!Object.hasOwn(children, name)) {
      if (isRunnable(command)) return found
      const near = nearestCommand(name, Object.keys(children))
      // `docent --port 4000` starts the server: what stands behind an option is its value.
      if (path.length === 0 && at > 0 && (near === undefined || (await takesValue(children, rest[at - 1]))))
        return found
      throw unknownCommand(path, name, near)
    }
    found = {
      path: [...path, name],
      command: await resolve(children[name]),
      rest: [...rest.slice(0, at), ...rest.slice(at + 1)],
    }
  }
}

/** Every command, loaded. */
export async function commandTree(commands: CommandTable): Promise<CommandNode> {
  const root: CommandDef = { meta: { description: ROOT_DESCRIPTION }, subCommands: commands }
  return nodeOf([], root)
}

/** The commands that can be run, in the order of the tree. */
export function leavesOf(node: CommandNode): readonly (CommandNode & { command: CliCommand })[] {
  const { command, children } = node
  return [...(command === undefined ? [] : [{ ...node, command }]), ...children.flatMap(leavesOf)]
}

async function nodeOf(path: readonly string[], command: CommandDef): Promise<CommandNode> {
  const children: CommandNode[] = []
  for (const [name, child] of Object.entries(childrenOf(command) ?? {}))
    children.push(await nodeOf([...path, name], await resolve(child)))
  return {
    path,
    description: (command.meta as { description?: string } | undefined)?.description ?? '',
    command: isRunnable(command) ? command : undefined,
    children,
  }
}

type Children = Readonly<Record<string, CommandDef | (() => Promise<CommandDef>)>>

function childrenOf(command: CommandDef): Children | undefined {
  return command.subCommands as Children | undefined
}

async function resolve(child: Children[string] | undefined): Promise<CommandDef> {
  return typeof child === 'function' ? child() : (child as CommandDef)
}

/** Whether an option of the command that starts the server has a value behind it. */
async function takesValue(children: Children, option = ''): Promise<boolean> {
  const { args } = (await resolve(children.serve)) as CliCommand
  return (args as Readonly<Record<string, { type?: string }>>)[option.replace(/^--/, '')]?.type === 'string'
}

function unknownCommand(path: readonly string[], name: string, near: string | undefined): DocentError {
  const group = ['docent', ...path].join(' ')
  const meant = near === undefined ? '' : ` Did you mean "${group} ${near}"?`
  return new DocentError(
    'invalid_request',
    `There is no command "${group} ${name}".${meant} "${group} --help" lists them.`,
  )
}
