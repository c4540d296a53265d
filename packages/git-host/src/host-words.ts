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
  variables: { token: string; baseUrl: string }
  /** Continues "Check …, and" for a repository that is out of sight: `that the token's user is a member`. */
  access(repository: string): string
}
