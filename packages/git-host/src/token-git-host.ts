import { GitHostMisconfigured, type GitRemote, type Logger, type RemoteRequest } from '@docent/core'
import type { GitHostSettings } from './host-options.ts'
import { HostClient, type HostClientDependencies } from './http/host-client.ts'
import { RestGitHost } from './rest-git-host.ts'
import type { HostCall, HostProfile } from './vendor-git-host.ts'

export interface TokenGitHostDependencies extends HostClientDependencies {
  logger: Logger
}

/** A host with one token for everything: git gets the same one, whatever the access. */
export abstract class TokenGitHost<
  Call extends HostCall,
  Settings extends GitHostSettings = GitHostSettings,
> extends RestGitHost<Call> {
  protected readonly settings: Settings
  protected readonly logger: Logger
  protected readonly client: HostClient
  /** What a person must do who has no token. */
  readonly #advice: string

  constructor(
    profile: Omit<HostProfile, 'name'> & { advice: string },
    settings: Settings,
    dependencies: TokenGitHostDependencies,
    secrets: readonly (string | undefined)[] = [],
  ) {
    super({ ...profile, name: settings.name }, dependencies.clock)
    this.settings = settings
    this.logger = dependencies.logger
    this.#advice = profile.advice
    const own = [settings.token, settings.webhookSecret, ...secrets]
    this.client = new HostClient({ ...settings, secrets: own }, dependencies)
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
