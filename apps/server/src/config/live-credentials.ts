import {
  DEFAULT_ORGANIZATION,
  type Docent,
  DocentError,
  EnteredSecrets,
  type GitHost,
  Logger,
  type ModelProvider,
  type Plugin,
  type PluginHost,
  type Token,
  token,
} from '@docent/core'
import { layered } from './credential-pairs.ts'
import type { Environment } from './environment.ts'

/** Names of the credentials that people may enter, and what each is for. */
export const CREDENTIALS: Readonly<Record<string, string>> = {
  ANTHROPIC_API_KEY: 'Anthropic: API key',
  OPENAI_API_KEY: 'OpenAI: API key',
  OPENAI_BASE_URL: 'OpenAI: address of a compatible server',
  OPENAI_MODEL: 'OpenAI: default model',
  OPENAI_CONTEXT_TOKENS: 'OpenAI: context window, in tokens',
  OPENAI_OUTPUT_TOKENS: 'OpenAI: longest reply, in tokens',
  OPENAI_SYSTEM_ROLE: 'OpenAI: whether models follow system messages, true or false',
  OPENAI_FIRST_BYTE_MS: 'OpenAI: longest wait for the first part of a reply, in milliseconds',
  OLLAMA_HOST: 'Ollama: address',
  OLLAMA_MODEL: 'Ollama: default model',
  OLLAMA_CONTEXT_TOKENS: 'Ollama: context window, in tokens',
  OLLAMA_OUTPUT_TOKENS: 'Ollama: longest reply, in tokens',
  OLLAMA_SYSTEM_ROLE: 'Ollama: whether models follow system messages, true or false',
  OLLAMA_FIRST_BYTE_MS: 'Ollama: longest wait for the first part of a reply, in milliseconds',
  AI_GATEWAY_API_KEY: 'AI Gateway: API key',
  GITHUB_TOKEN: 'GitHub: access token',
  GITLAB_TOKEN: 'GitLab: access token',
  GITLAB_URL: 'GitLab: address of your own server',
  GITEA_URL: 'Gitea or Forgejo: address',
  GITEA_TOKEN: 'Gitea or Forgejo: access token',
}

/** Git hosts and models by the credentials of the environment and of the dashboard, replaced while the server runs. */
export interface LiveCredentials {
  /**
   * Uses these values; where the environment has a variable, it wins. See `layered` for keys and their addresses.
   * @throws DocentError `configuration` for a value that cannot be used; then nothing changed
   */
  use(entered: Environment): Promise<void>
  /** Whether the environment of the process sets a variable. */
  isInEnvironment(name: string): boolean
}

export const LiveCredentials: Token<LiveCredentials> = token<LiveCredentials>('LiveCredentials')

/** Uses what people entered and the store keeps. What cannot be used is logged: the server starts without it. */
export async function applyEnteredSecrets(docent: Docent): Promise<void> {
  const live = docent.find(LiveCredentials)
  if (!live) return
  const entered = await docent.resolve(EnteredSecrets).open(DEFAULT_ORGANIZATION)
  if (Object.keys(entered).length === 0) return
  try {
    await live.use(entered)
  } catch (error) {
    if (!DocentError.is(error, 'configuration')) throw error
    const logger = docent.resolve<Logger>(Logger)
    logger.error(
      { err: error },
      'the credentials that were entered cannot be used: correct them in the dashboard',
    )
  }
}

/** The plugin of the git hosts and models that have credentials. It imports only those. */
export async function liveCredentials(env: Environment): Promise<Plugin> {
  const first = await pluginsFor(env)
  return {
    name: 'credentials',
    install(host) {
      const use = (plugins: readonly Plugin[], variables: Environment, isFirst: boolean) => {
        const found = installed(plugins, { ...host, env: variables }, isFirst)
        host.replaceProviders(found)
      }
      use(first, env, true)
      host.provide(LiveCredentials, {
        isInEnvironment: (name) => Boolean(env[name]),
        async use(entered) {
          const merged = layered(present(entered), present(env))
          use(await pluginsFor(merged), merged, false)
        },
      })
    },
  }
}

/** An empty variable counts as none, as everywhere. */
function present(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
}

async function pluginsFor(env: Environment): Promise<Plugin[]> {
  const [github, gitlab, gitea, models] = await Promise.all([
    env.GITHUB_TOKEN || env.GITHUB_APP_ID ? import('@docent/git-github') : undefined,
    env.GITLAB_TOKEN ? import('@docent/git-gitlab') : undefined,
    env.GITEA_URL ? import('@docent/git-gitea') : undefined,
    hasModels(env) ? import('@docent/model-ai-sdk') : undefined,
  ])
  return [
    ...(github ? [github.github()] : []),
    ...(gitlab ? [gitlab.gitlab()] : []),
    ...(gitea ? [gitea.gitea()] : []),
    ...(models ? [models.modelsFromEnvironment()] : []),
  ]
}

/** What `modelsFromEnvironment` looks for: without any of it, it has no models. */
function hasModels(env: Environment): boolean {
  return Boolean(
    env.ANTHROPIC_API_KEY ||
      env.OPENAI_API_KEY ||
      env.OPENAI_BASE_URL ||
      env.OLLAMA_HOST ||
      env.AI_GATEWAY_API_KEY,
  )
}

/** What plugins register. Health is asked of those of the start alone: the list of parts does not change later. */
function installed(plugins: readonly Plugin[], host: PluginHost, isFirst: boolean) {
  const modelProviders: ModelProvider[] = []
  const gitHosts: GitHost[] = []
  for (const plugin of plugins)
    plugin.install({
      ...host,
      addModelProvider: (provider) => modelProviders.push(provider),
      addGitHost: (gitHost) => gitHosts.push(gitHost),
      onHealth: (health) => (isFirst ? host.onHealth(health) : undefined),
    })
  return { modelProviders, gitHosts }
}
