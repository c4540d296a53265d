import { nearestName } from '@docent/core'
import type { CommandArgs } from '@docent/core/plugin'
import { DocentError } from '@docent/core/plugin'

/**
 * The parser passes over options that it does not know, and keeps the last value of one that is given twice: both
 * would be ignored in silence.
 * @throws DocentError `invalid_request` that names the option and, when one is near, what was meant.
 */
export function checkOptions(args: readonly string[], known: CommandArgs): void {
  const names = Object.entries(known)
    .filter(([, { type }]) => type !== 'positional')
    .flatMap(([name, definition]) => [name, ...aliasesOf(definition)])
  const given = new Set<string>()
  for (const [index, arg] of args.entries()) {
    if (arg === '--') return
    if (!/^--?[a-zA-Z]/.test(arg) || takesValue(args[index - 1], known)) continue
    const name = arg.replace(/^--?/, '').replace(/=.*$/s, '')
    const [option, definition] = optionOf(name, known) ?? []
    if (option !== undefined && definition?.type === 'string') {
      if (given.has(option)) throw givenTwice(option, definition)
      given.add(option)
    }
    if (names.includes(name) || names.includes(name.replace(/^no-/, ''))) continue
    const near = nearestName(name, names)
    throw new DocentError(
      'invalid_request',
      `There is no option ${arg.replace(/=.*$/s, '')}.${near === undefined ? '' : ` Did you mean --${near}?`} Add --help to see all.`,
    )
  }
}

function aliasesOf(definition: CommandArgs[string]): readonly string[] {
  const alias = 'alias' in definition ? definition.alias : undefined
  return alias === undefined ? [] : typeof alias === 'string' ? [alias] : alias
}

function optionOf(name: string, known: CommandArgs): [string, CommandArgs[string]] | undefined {
  return Object.entries(known).find(
    ([key, definition]) => key === name || aliasesOf(definition).includes(name),
  )
}

function givenTwice(option: string, { description = '' }: CommandArgs[string]): DocentError {
  const hint = /separated by commas/.test(description) ? ' Separate several values by commas.' : ''
  return new DocentError('invalid_request', `--${option} is given twice. Give it once.${hint}`)
}

/** What follows such an option is its value, whatever it looks like. */
function takesValue(before: string | undefined, known: CommandArgs): boolean {
  const name = /^--?([^=]+)$/.exec(before ?? '')?.[1]
  const definition = name === undefined ? undefined : optionOf(name, known)?.[1]
  return definition !== undefined && (definition.type === 'string' || definition.type === 'enum')
}
