import type { CommandArg, CommandArgs } from '@docent/core/plugin'
import { style } from '../terminal/style.ts'
import { type CommandNode, ROOT_DESCRIPTION } from './command-tree.ts'
import type { CliCommand } from './define-command.ts'
import { jsonShape } from './json-shape.ts'

/** Of every command. */
const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'success',
  1: 'failure; standard error says why and what to do',
  130: 'interrupted',
}

const WIDTH = 100

/** The same parts for every command: usage, arguments, options, example, JSON, exit codes. */
export function commandHelp(path: readonly string[], { help, subCommands = {} }: CliCommand): string {
  const { description, args, example, json, jsonLines, exitCodes } = help
  const positional = Object.entries(args).filter(([, { type }]) => type === 'positional')
  const options = Object.entries(args).filter(([, { type }]) => type !== 'positional')
  const name = ['docent', ...path].join(' ')
  const words = positional.map(([key, arg]) => (arg.required === false ? `[${key}]` : `<${key}>`))
  const below = Object.entries(subCommands as Readonly<Record<string, CliCommand>>).map(
    ([key, command]) => [`${name} ${key}`, command.help.description] as const,
  )
  return [
    `${style('bold', name)}: ${description}`,
    section('USAGE', [`  ${[name, ...words, '[options]'].join(' ')}`]),
    ...(positional.length === 0
      ? []
      : [section('ARGUMENTS', rows(positional.map(([key, arg]) => [key, textOf(arg)])))]),
    section('OPTIONS', rows([...options.map(optionRow), ['-h, --help', 'Show this help']])),
    ...(below.length === 0 ? [] : [section('COMMANDS', rows(below))]),
    section('EXAMPLE', [`  docent ${example}`]),
    section('JSON', [
      ...(jsonLines === undefined ? [] : [`  ${jsonLines}`]),
      ...wrap(jsonShape(json)).map((line) => `  ${line}`),
    ]),
    section(
      'EXIT CODES',
      rows(Object.entries({ ...EXIT_CODES, ...exitCodes }).map(([code, meaning]) => [code, meaning])),
    ),
  ].join('\n\n')
}

/** A group of commands, or `docent` itself. */
export function groupHelp({ path, description, children }: CommandNode): string {
  const name = ['docent', ...path].join(' ')
  const shared: [string, string][] = [['-h, --help', 'Show the help of a command']]
  if (path.length === 0) shared.push(['-v, --version', 'Show the version'])
  return [
    `${style('bold', name)}: ${path.length === 0 ? ROOT_DESCRIPTION : description}`,
    section('USAGE', [`  ${name} <command> [options]`]),
    section('COMMANDS', rows(children.map((child) => [child.path.at(-1) ?? '', child.description]))),
    section('OPTIONS', rows(shared)),
    section('EXAMPLE', [`  ${exampleOf(children)}`]),
    section('EXIT CODES', rows(Object.entries(EXIT_CODES).map(([code, meaning]) => [code, meaning]))),
  ].join('\n\n')
}

/** Names of an option as they are typed, such as `-p, --project <text>`. */
export function optionName(key: string, arg: CommandArg): string {
  const aliases = 'alias' in arg && arg.alias !== undefined ? [arg.alias].flat() : []
  const value =
    arg.type === 'enum'
      ? ` <${(arg.options ?? []).join('|')}>`
      : arg.type === 'string'
        ? ` <${arg.valueHint ?? hintOf(key)}>`
        : ''
  const short = aliases.map((alias) => `-${alias}, `).join('')
  return `${short === '' ? '    ' : short}--${key}${value}`
}

/** What the value of an option is, where its definition does not say. */
const HINTS: readonly [hint: string, names: RegExp][] = [
  ['number', /^(?:limit|count|every|keep|m(?:ax|in)-.+)$/],
  ['amount', /^spend-/],
  ['url', /^(?:crawl|repository|address|.*url)$/],
  ['id', /^(?:project|organization|thread)$/],
  ['date', /^(?:from|to|at|expires)$/],
  ['file', /^(?:out|against|baseline|.*file)$/],
  ['folder', /^(?:folder|docs-path)$/],
  ['provider:model', /-model$/],
  ['list', /^(?:scopes|tasks|allow-.+)$/],
]

function hintOf(key: string): string {
  return HINTS.find(([, names]) => names.test(key))?.[0] ?? 'name'
}

function optionRow([key, arg]: [string, CommandArgs[string]]): [string, string] {
  return [optionName(key, arg), textOf(arg)]
}

function textOf(arg: CommandArg): string {
  const isSet = arg.default !== undefined && arg.default !== false
  const text = arg.description ?? ''
  if (isSet) return `${text} (default: ${arg.default})`
  return arg.required === true && arg.type !== 'positional' ? `${text} (required)` : text
}

function exampleOf(children: readonly CommandNode[]): string {
  const runnable = children.filter(({ command }) => command !== undefined)
  const shown = runnable.find(({ path }) => path.at(-1) === 'ask') ?? runnable[0]
  return `docent ${shown?.command?.help.example ?? ''}`
}

function section(title: string, lines: readonly string[]): string {
  return [style('bold', title), ...lines].join('\n')
}

function rows(pairs: readonly (readonly string[])[]): string[] {
  const width = Math.min(34, Math.max(...pairs.map(([name = '']) => name.length)))
  return pairs.flatMap(([name = '', text = '']) => {
    const [first = '', ...more] = wrap(text, WIDTH - width - 4)
    const head =
      name.length > width
        ? [`  ${name}`, `  ${' '.repeat(width)}  ${first}`]
        : [`  ${name.padEnd(width)}  ${first}`]
    return [...head, ...more.map((line) => `  ${' '.repeat(width)}  ${line}`)]
  })
}

/** Lines of whole words. */
function wrap(text: string, width = WIDTH - 2): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
