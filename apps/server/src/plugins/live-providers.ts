import type {
  Channel,
  GitHost,
  Health,
  ModelProvider,
  Plugin,
  PluginHost,
  PluginManifest,
} from '@docent/core/plugin'
import type { Environment } from '../environment.ts'

type AskHealth = () => Health | Promise<Health>

/** Plugins of one name whose git hosts, channels, and models are made anew when people enter credentials. */
export class LiveProviders implements Plugin {
  readonly plugins: Plugin[] = []
  #host: PluginHost | undefined
  #healths: readonly AskHealth[] = []

  constructor(
    readonly name: string,
    readonly manifest: PluginManifest,
  ) {}

  install(host: PluginHost): void {
    this.#host = host
    this.#make(host)()
    // The list of parts does not change later.
    if (this.#healths.length > 0) host.onHealth(() => this.#health())
  }

  /** @returns what replaces the providers by those of this environment. */
  make(env: Environment): () => void {
    if (!this.#host) throw new TypeError(`${this.name} was not installed.`)
    const ignore = () => undefined
    // What a plugin adds besides providers is there since the start, or waits for the next one.
    const { dataDirectory, logger, clock, ids, secrets, configuredRepositories, publicUrl } = this.#host
    const { replaceProviders } = this.#host
    return this.#make({
      ...{ dataDirectory, env, logger, clock, ids, secrets, configuredRepositories, publicUrl },
      replaceProviders,
      addModelProvider: ignore,
      addGitHost: ignore,
      addChannel: ignore,
      addRoutes: ignore,
      addCommand: ignore,
      addAgentTool: ignore,
      addAssistantTool: ignore,
      addCheck: ignore,
      addBackgroundWork: ignore,
      addDocsSource: ignore,
      addFormat: ignore,
      addGenerator: ignore,
      provide: ignore,
      onStart: ignore,
      onStop: ignore,
      onHealth: ignore,
    })
  }

  #make(host: PluginHost): () => void {
    const modelProviders: ModelProvider[] = []
    const gitHosts: GitHost[] = []
    const channels: Channel[] = []
    const healths: AskHealth[] = []
    const own = {
      ...host,
      addModelProvider: (provider: ModelProvider) => void modelProviders.push(provider),
      addGitHost: (gitHost: GitHost) => void gitHosts.push(gitHost),
      addChannel: (channel: Channel) => void channels.push(channel),
      onHealth: (health: AskHealth) => void healths.push(health),
    }
    for (const plugin of this.plugins) plugin.install(own)
    return () => {
      this.#healths = healths
      host.replaceProviders({ modelProviders, gitHosts, channels })
    }
  }

  /** The first that is not well, or has something to say. */
  async #health(): Promise<Health> {
    const all = await Promise.all(this.#healths.map((health) => health()))
    return all.find(({ ok }) => !ok) ?? all.find(({ message }) => message !== undefined) ?? { ok: true }
  }
}
