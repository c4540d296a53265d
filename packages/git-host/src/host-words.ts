/** What the host is called in messages. */
export interface HostWords {
  /** Begins a sentence: `GitLab`, `The git host`. */
  vendor: string
  /** Whose webhooks it reads, when that is another name: `Gitea or Forgejo`. */
  product?: string
  pull: string
  repository: string
  /** What a URL of a repository looks like behind the address of the host: `OWNER/NAME`. */
  path: string
  /** By which a configuration names the plugin: `git-gitlab`. */
  plugin: string
  /** Environment variables of the options. */
  variables: { token: string; baseUrl: string; webhookSecret: string }
  /** What gives the user of the token more rights, as a command: `give them the role Developer or higher`. */
  grant(repository: string): string
  /** The same for who may not push, when that takes something else. */
  grantPush?: string
}
