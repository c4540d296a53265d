/** A variable that a server needs, and what it is for. */
export interface NeededVariable {
  name: string
  meaning: string
  /** Known already: an address or a model, never a secret. */
  value?: string
}

export interface ProviderChoice {
  name: string
  label: string
  /** Variable of the key; undefined for a provider without one. */
  keyVariable: string | undefined
  /** Role → `provider:model`; absent: the default of the provider. */
  models?: Readonly<Record<string, string>>
}

export const PROVIDERS: readonly ProviderChoice[] = [
  { name: 'anthropic', label: 'Anthropic', keyVariable: 'ANTHROPIC_API_KEY' },
  { name: 'openai', label: 'OpenAI', keyVariable: 'OPENAI_API_KEY' },
  { name: 'compatible', label: 'An OpenAI-compatible server', keyVariable: 'OPENAI_API_KEY' },
  { name: 'ollama', label: 'Ollama', keyVariable: undefined },
  {
    name: 'offline',
    label: 'None: answers quote the documentation',
    keyVariable: undefined,
    models: { agent: 'offline:docent', assistant: 'offline:docent' },
  },
]

export interface HostChoice {
  name: string
  label: string
  variables: readonly NeededVariable[]
}

const token = (name: string): NeededVariable => ({ name, meaning: 'Token of the git host' })

export const HOSTS: readonly HostChoice[] = [
  { name: 'github', label: 'GitHub', variables: [token('GITHUB_TOKEN')] },
  { name: 'gitlab', label: 'GitLab', variables: [token('GITLAB_TOKEN')] },
  { name: 'gitea', label: 'Gitea or Forgejo', variables: [token('GITEA_TOKEN')] },
  { name: 'local', label: 'A repository on this machine', variables: [] },
  { name: 'none', label: 'None: only read a public repository', variables: [] },
]

/** The host that keeps a repository, as far as its address says. */
export function hostOf(repository: string): string {
  const { protocol, hostname } = new URL(repository)
  if (protocol === 'file:') return 'local'
  if (/(^|\.)github\./.test(hostname)) return 'github'
  if (/(^|\.)gitlab\./.test(hostname)) return 'gitlab'
  if (hostname === 'codeberg.org' || /(^|\.)(gitea|forgejo)\./.test(hostname)) return 'gitea'
  return 'none'
}

/** Variables of a git host's tokens: what only reads a public repository does without. */
export function tokenVariables(host: string): string[] {
  return (HOSTS.find(({ name }) => name === host)?.variables ?? []).map(({ name }) => name)
}

/** Variables of a git host at the address of a repository. */
export function hostVariables(host: string, repository: string): NeededVariable[] {
  const { variables = [] } = HOSTS.find(({ name }) => name === host) ?? {}
  const { origin, hostname } = new URL(repository)
  const addresses: Readonly<Record<string, NeededVariable | undefined>> = {
    github:
      hostname === 'github.com'
        ? undefined
        : { name: 'GITHUB_API_URL', meaning: 'API of GitHub Enterprise', value: `${origin}/api/v3` },
    gitlab:
      hostname === 'gitlab.com'
        ? undefined
        : { name: 'GITLAB_URL', meaning: 'Address of GitLab', value: origin },
    gitea: { name: 'GITEA_URL', meaning: 'Address of Gitea or Forgejo', value: origin },
  }
  const address = addresses[host]
  return [...(address === undefined ? [] : [address]), ...variables]
}
