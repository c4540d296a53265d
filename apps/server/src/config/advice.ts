import type { Advice } from '@docent/core'
import type { DocentConfig } from './docent-config.ts'

/** Variables by host; the plugins of these hosts are part of a server whose configuration lists none. */
const GIT_VARIABLES: Readonly<Record<string, string>> = {
  'github.com': 'GITHUB_TOKEN',
  'gitlab.com': 'GITLAB_TOKEN',
  'codeberg.org': 'GITEA_URL=https://codeberg.org and GITEA_TOKEN',
  'gitea.com': 'GITEA_URL=https://gitea.com and GITEA_TOKEN',
}

const GIT_PLUGINS: Readonly<Record<string, string>> = {
  'github.com': 'github() of @docent/git-github',
  'gitlab.com': 'gitlab() of @docent/git-gitlab',
  'codeberg.org': 'gitea() of @docent/git-gitea',
  'gitea.com': 'gitea() of @docent/git-gitea',
}

const MODEL_VARIABLES: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY, or OPENAI_BASE_URL for a compatible server',
  gateway: 'AI_GATEWAY_API_KEY',
  ollama: 'OLLAMA_HOST',
  static: 'STATIC_MODELS',
}

/** The plugins of this server that fill a port which it cannot do without. */
const PORT_PLUGINS: Readonly<Record<string, string>> = {
  RateLimiter: 'store-sqlite (sqliteLimiter), limiter-memory or limiter-redis',
  Retriever: 'retriever-files',
  Workspaces: 'workspace-git',
}

/** Says which variable to set, or which plugin to add where the configuration lists its plugins itself. */
export function adviceFor({ plugins }: Pick<DocentConfig, 'plugins'>): Advice {
  return plugins === undefined
    ? {
        gitHost: gitVariable,
        modelProvider: modelVariable,
        model:
          'Set ANTHROPIC_API_KEY or OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL for a compatible server, or OLLAMA_HOST and OLLAMA_MODEL.',
      }
    : {
        ports: portPlugins,
        gitHost: gitPlugin,
        modelProvider: modelPlugin,
        model:
          'Set the key of a model provider in "plugins" of docent.config.ts, or the `defaults` of openaiCompatible().',
      }
}

function gitVariable(repository: string): string {
  const host = hostOf(repository)
  const known = GIT_VARIABLES[host]
  if (known !== undefined) return `Set ${known}.`
  if (host === '') return 'Use its https:// or file:// URL.'
  return `Set GITLAB_URL and GITLAB_TOKEN if ${host} is a GitLab, GITEA_URL and GITEA_TOKEN if it is a Gitea or Forgejo, or GITHUB_API_URL=https://${host}/api/v3 and GITHUB_TOKEN if it is a GitHub Enterprise.`
}

function gitPlugin(repository: string): string {
  const known = GIT_PLUGINS[hostOf(repository)] ?? 'github(), gitlab() or gitea() with its baseUrl'
  return `Add ${known} to "plugins" in docent.config.ts.`
}

function modelVariable(name: string): string {
  const known = MODEL_VARIABLES[name]
  return known === undefined
    ? `Correct the name, or add openaiCompatible({ name: '${name}', … }) of @docent/model-ai-sdk to "plugins" in docent.config.ts.`
    : `Set ${known}.`
}

function modelPlugin(name: string): string {
  if (name === 'static') return 'Add staticModels() of @docent/model-static to "plugins" in docent.config.ts.'
  const known = ['anthropic', 'gateway', 'openai'].includes(name)
    ? `${name}()`
    : `openaiCompatible({ name: '${name}', … })`
  return `Correct the name, or add ${known} of @docent/model-ai-sdk to "plugins" in docent.config.ts.`
}

function portPlugins(ports: readonly string[]): string {
  const list = ports.map((port) => `${PORT_PLUGINS[port] ?? 'store-sqlite'} for ${port}`).join(', ')
  return `Add plugins to "plugins" in docent.config.ts (${list}), or leave "plugins" out to use the defaults.`
}

function hostOf(repository: string): string {
  const url = URL.parse(repository)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.host : ''
}
