import type {
  GitHostManifest,
  ModelProviderManifest,
  NeededVariable,
  PluginManifest,
} from '@docent/core/plugin'

/** A model provider that people can choose. */
export type ProviderChoice = ModelProviderManifest & { label: string }

/** What `docent init` offers: the providers and hosts of the plugins that it knows. */
export interface Choices {
  providers: readonly ProviderChoice[]
  hosts: readonly GitHostManifest[]
}

const NONE: GitHostManifest = {
  name: 'none',
  label: 'None: only read a public repository',
  add: '',
  recognizes: () => false,
  variables: () => [],
}

export function choicesOf(manifests: readonly PluginManifest[]): Choices {
  return {
    providers: manifests
      .flatMap(({ modelProviders = [] }) => modelProviders)
      .filter((one): one is ProviderChoice => one.label !== undefined),
    hosts: [...manifests.flatMap(({ gitHosts = [] }) => gitHosts), NONE],
  }
}

/** The provider that the environment has set up, else the one that needs nothing. */
export function defaultProvider(
  { providers }: Choices,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const isSetUp = ({ variable, unless }: ProviderChoice) =>
    variable !== undefined && Boolean(env[variable]) && !(unless !== undefined && env[unless])
  const chosen = providers.find(isSetUp) ?? providers.find(({ variable }) => variable === undefined)
  return chosen?.name ?? ''
}

/** The host that keeps a repository, as far as its address says. */
export function hostOf({ hosts }: Choices, repository: string): string {
  const url = new URL(repository)
  return hosts.find((host) => host.recognizes(url))?.name ?? NONE.name
}

/** Variables of a git host at the address of a repository. */
export function hostVariables(
  { hosts }: Choices,
  host: string,
  repository: string,
): readonly NeededVariable[] {
  return hosts.find(({ name }) => name === host)?.variables(new URL(repository)) ?? []
}
