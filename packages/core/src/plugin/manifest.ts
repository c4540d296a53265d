/** A value that people may enter in the dashboard instead of setting a variable of the same name. */
export interface PluginCredential {
  /** The variable that it stands for, such as `GITHUB_TOKEN`. */
  name: string
  /** Vendor and part, as the dashboard groups them: `GitHub: access token`. */
  about: string
  /** Of an address: name of the credential with the key that is sent there. */
  key?: string
  /** Of a channel: its default name, such as `slack`. */
  channel?: string
}

/** A variable that a server needs. */
export interface NeededVariable {
  name: string
  /** A comment of `.env`. */
  meaning: string
  /** Known already: an address or a model, never a secret. */
  value?: string
  /** `docent init` asks for the value. Not for secrets: what is answered is written to `.env`. */
  question?: string
}

/** A git host, as `docent init` and advice speak of it. */
export interface GitHostManifest {
  /** As projects name it, such as `github`. */
  name: string
  /** For people, such as `GitHub`. */
  label: string
  /** What adds it to "plugins", such as `github() of @docent/git-github`. */
  add: string
  /** Whether it keeps a repository, as far as the address says. */
  recognizes(repository: URL): boolean
  /** What a server is whose address nobody recognizes, such as `a GitLab`; absent: the vendor has no others. */
  elsewhere?: string
  /** What to set for a repository at this address. */
  variables(repository: URL): readonly NeededVariable[]
}

/** A model provider, as `docent init` and advice speak of it. */
export interface ModelProviderManifest {
  /** The choice in `docent init`. */
  name: string
  /** For people; absent: `docent init` does not offer it. */
  label?: string
  /** As names of models begin. Default: the name. */
  provider?: string
  /** What adds it to "plugins", such as `anthropic() of @docent/model-ai-sdk`. */
  add?: string
  /** Variable that turns it on: its key, or the address of its server. */
  variable?: string
  /** Variable of the key. */
  key?: string
  /** A server of one's own: variable of its default model, an address as an example, and whether that is the usual one. */
  server?: { model: string; example: string; isUsual?: boolean }
  /** Role → model, written to the configuration where the provider has no default. */
  models?: Readonly<Record<string, string>>
  /** `docent init` does not suggest it while this variable is set. */
  unless?: string
}

/** What a plugin says of itself: the server, the dashboard, and `docent init` know vendors by it alone. */
export interface PluginManifest {
  /** With any of these variables, a server uses the plugin without being told, if it is one of its default plugins. */
  usedWith?: readonly string[]
  credentials?: readonly PluginCredential[]
  gitHosts?: readonly GitHostManifest[]
  modelProviders?: readonly ModelProviderManifest[]
  /** What adds models of any other name to "plugins". */
  otherModels?(name: string): string
}
