import { DocentError } from '@docent/core/plugin'
import { type FoundRepository, findRepository } from './find-repository.ts'
import { type Choices, defaultProvider, hostOf, type ProviderChoice } from './provider-choices.ts'

/** The answers to the questions, checked. */
export interface InitAnswers extends FoundRepository {
  provider: ProviderChoice
  /** Variable that holds the key of the provider. */
  keyVariable: string | undefined
  modelUrl: string | undefined
  modelName: string | undefined
  gitHost: string
  /** By variable: what the questions of the git host were answered with. */
  values: Readonly<Record<string, string>>
  domain: string
  /** Without a trailing slash. */
  address: string
}

/** What the command line said; undefined is asked, or has a default. */
export interface GivenAnswers {
  repository?: string | undefined
  model?: string | undefined
  'key-variable'?: string | undefined
  'model-url'?: string | undefined
  'model-name'?: string | undefined
  'git-host'?: string | undefined
  domain?: string | undefined
  address?: string | undefined
  /** Asked alone, not options of the command line. */
  values?: Readonly<Record<string, string>>
}

export const DEFAULT_ADDRESS = 'http://127.0.0.1:3000'

/**
 * Completes what was given by defaults.
 * @throws DocentError `invalid_request` that names the option.
 */
export function completeAnswers(
  given: GivenAnswers,
  {
    folder,
    env,
    choices,
  }: { folder: string; env: Readonly<Record<string, string | undefined>>; choices: Choices },
): InitAnswers {
  const found = findRepository(given.repository ?? '', folder)
  const provider = oneOf('--model', given.model ?? defaultProvider(choices, env), choices.providers)
  const { server, variable = '' } = provider
  const modelUrl = given['model-url'] ?? (server?.isUsual ? server.example : undefined)
  if (server && !modelUrl && !env[variable])
    throw refused(`--model-url: Give the address of the model server, such as ${server.example}.`)
  if (modelUrl !== undefined && !URL.canParse(modelUrl))
    throw refused(`--model-url: "${modelUrl}" is not an address.`)
  const keyVariable = given['key-variable'] ?? provider.key
  if (keyVariable !== undefined && !/^[A-Z_][A-Z0-9_]*$/i.test(keyVariable))
    throw refused(
      // What was typed may be the key itself: it is not repeated.
      `--key-variable: This is not the name of a variable, such as ${provider.key ?? 'MY_KEY'}. A key itself stays in the environment or in .env.`,
    )
  const host = oneOf('--git-host', given['git-host'] ?? hostOf(choices, found.repository), choices.hosts)
  const domain = given.domain ?? found.name
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(domain))
    throw refused(`--domain: "${domain}" must be 1 to 63 lower-case letters, digits or "-".`)
  const address = given.address ?? DEFAULT_ADDRESS
  if (!/^https?:\/\/[^/]+\/?$/.test(address) || !URL.canParse(address))
    throw refused(
      `--address: "${address}" must be an address without a path, such as https://docs-bot.acme.com.`,
    )
  return {
    ...found,
    provider,
    keyVariable: provider.key === undefined ? undefined : keyVariable,
    modelUrl,
    modelName: given['model-name'],
    gitHost: host.name,
    values: given.values ?? {},
    domain,
    address: new URL(address).origin,
  }
}

function oneOf<Choice extends { name: string }>(
  option: string,
  name: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each.name === name)
  if (choice) return choice
  throw refused(`${option}: "${name}" is not one of ${choices.map((each) => each.name).join(', ')}.`)
}

function refused(message: string): DocentError {
  return new DocentError('invalid_request', message)
}
