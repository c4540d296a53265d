import { GitHostMisconfigured, type GitRemote, type RemoteRequest } from '@docent/core/plugin'
import type { GitHostSettings } from './host-options.ts'
import type { HostWords } from './host-words.ts'
import type { RefusalRule } from './http/map-host-failure.ts'
import { RestGitHost } from './rest-git-host.ts'
import type { GitHostDependencies, HostCall, HostProfile } from './vendor-git-host.ts'

export interface TokenProfile extends HostProfile {
  /** Scopes that a token needs: `api and write_repository`. */
  scopes: string
  /** Where people see which branches are protected: `Settings > Repository > Protected branches`. */
  branchRules: string
}

/** A host with one token for everything: git gets the same one, whatever the access. */
export abstract class TokenGitHost<
  Call extends HostCall,
  Settings extends GitHostSettings = GitHostSettings,
> extends RestGitHost<Call, Settings> {
  /** What a person must do who has no token. */
  readonly #advice: string

  constructor(
    profile: TokenProfile,
    settings: Settings,
    dependencies: GitHostDependencies,
    secrets: readonly (string | undefined)[] = [],
  ) {
    const refusals = [...profile.refusals, ...tokenRefusals(profile)]
    super({ ...profile, refusals }, settings, dependencies, secrets)
    const { plugin, variables } = profile.words
    this.#advice = `Create a token with the scopes ${profile.scopes}, and set it as ${variables.token} (\`token\` of ${plugin}).`
  }

  protected get token(): string {
    const { token } = this.settings
    if (token !== undefined) return token
    throw new GitHostMisconfigured(`${this.profile.words.vendor} needs a token for this. ${this.#advice}`)
  }

  protected override makeRemote(repository: string, { access }: RemoteRequest): GitRemote {
    const url = `${this.settings.baseUrl}/${repository}.git`
    if (access === 'read' && this.settings.token === undefined) return { url, advice: this.#advice }
    return { url, credentials: { username: 'oauth2', password: this.token } }
  }
}

/** What a token or its user may not. */
function tokenRefusals({ words, scopes, branchRules }: TokenProfile): RefusalRule[] {
  const { vendor, pull, repository: kind, plugin, variables, grant }: HostWords = words
  return [
    {
      status: 403,
      says: /scope/i,
      mend: (repository, doing) =>
        `The token's scopes do not allow to ${doing} in ${repository}: make one with the scopes ${scopes}, and set it as token of ${plugin} (${variables.token}).`,
    },
    {
      status: 403,
      mend: (repository, doing) =>
        `${vendor} does not allow the user of the token to ${doing} in ${repository}: ${grant(repository)}, check that ${pull}s are enabled, that the ${kind} is not archived, and that no rule covers Docent's branches (${branchRules}).`,
    },
  ]
}
