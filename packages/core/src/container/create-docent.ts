import { type DependencyContainer, container as rootContainer } from 'tsyringe'
import { DocentError } from '../errors/docent-error.ts'
import { loadSiteModules } from '../ingest/parsing/load-site-modules.ts'
import type { Docent } from '../plugin/docent.ts'
import { addNamed, type Named } from '../plugin/named-adapters.ts'
import type { Plugin, PluginHost, ReplaceableProviders } from '../plugin/plugin.ts'
import type { Health } from '../ports/call-options.ts'
import { type Channel, RegisteredChannels } from '../ports/channel.ts'
import { ClaimChecker, NO_CLAIM_CHECKER } from '../ports/claim-checker.ts'
import { Clock } from '../ports/clock.ts'
import { type DocsSource, RegisteredDocsSources } from '../ports/docs-source.ts'
import { type GitHost, RegisteredGitHosts } from '../ports/git-host.ts'
import { Ids } from '../ports/ids.ts'
import { Logger } from '../ports/logger.ts'
import { type ModelProvider, RegisteredModelProviders } from '../ports/model-provider.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { RateLimiter } from '../ports/rate-limiter.ts'
import { Retriever } from '../ports/retriever.ts'
import { Settings } from '../ports/settings.ts'
import { SiteModules } from '../ports/site-modules.ts'
import { NO_TELEMETRY, Telemetry } from '../ports/telemetry.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import type { Token } from '../ports/token.ts'
import { makeDefaultOrganization } from '../projects/make-default-organization.ts'
import { Additions } from './additions.ts'
import { ConsoleLogger } from './console-logger.ts'
import { NamedWork, type NameWork } from './named-work.ts'
import { ProcessNotes } from './process-notes.ts'
import { RandomIds } from './random-ids.ts'
import { resolveSettings, type SettingsInput } from './resolve-settings.ts'

/** What the composition needs beside the plugins. */
export interface DocentOptions {
  plugins: readonly Plugin[]
  /** What is left out has its default. Without `secrets` no API key can be issued or checked. */
  settings?: SettingsInput
  /** Absolute path. */
  dataDirectory: string
  /** Default: warnings and errors go to standard error. */
  logger?: Logger
  env?: Readonly<Record<string, string | undefined>>
  clock?: Clock
  ids?: Ids
  /** Where the server is reached, without a trailing slash; asked each time it is needed. Default `http://127.0.0.1:3000`. */
  publicUrl?: () => string
  /** Repositories that the operator's configuration file names. Default none. */
  configuredRepositories?: readonly string[]
  /** Ports that the program needs. Retriever, ThreadStore, and RateLimiter are always required. */
  requires?: readonly Token<unknown>[]
  /** Whether it serves requests. Without, `start` skips the routes that plugins import then. Default: true. */
  serves?: boolean
  /** Runs requests, answers, job steps and index runs under their names. Default: without. */
  nameWork?: NameWork
}

/** The assistant is in every program and needs these ports and a model. */
const REQUIRED: readonly Token<unknown>[] = [Retriever, ThreadStore, RateLimiter]

/**
 * Installs the plugins into a fresh container and answers the composed Docent. Opens nothing: `start` does.
 * @throws DocentError `configuration` for a port filled twice, a missing port, wrong options or two providers of one name.
 */
export function createDocent(options: DocentOptions): Docent {
  const registry = registryOf(options)
  registry.finish(resolveSettings(options.settings))
  return registry
}

/**
 * The commands and routes that plugins add, for whoever lists them. Opens nothing, and no port has to be filled.
 * @throws DocentError `configuration` for two of one name, or wrong options
 */
export function additionsOf(options: DocentOptions): Pick<Additions, 'commands' | 'loadRoutes'> {
  return registryOf(options).additions
}

function registryOf(options: DocentOptions): Registry {
  const container = rootContainer.createChildContainer()
  const clock = options.clock ?? { now: () => Date.now() }
  const ids = options.ids ?? new RandomIds(clock)
  const logger = options.logger ?? new ConsoleLogger()
  const registry = new Registry(container, { ...options, env: options.env ?? {}, clock, ids, logger })
  for (const plugin of options.plugins) if (plugin.onlyFor === undefined) registry.install(plugin)
  for (const plugin of options.plugins)
    if (plugin.onlyFor !== undefined && !registry.fills(plugin.onlyFor)) registry.install(plugin)
  return registry
}

class Registry implements Docent {
  readonly #filled = new Map<symbol, string>()
  readonly #order: string[] = []
  #models: Named<ModelProvider>[] = []
  #hosts: Named<GitHost>[] = []
  #channels: Named<Channel>[] = []
  /** As they are injected: the same lists as long as the Docent lives. */
  readonly #modelList: ModelProvider[] = []
  readonly #hostList: GitHost[] = []
  readonly #channelList: Channel[] = []
  readonly #sources: Named<DocsSource>[] = []
  readonly additions = new Additions()
  readonly #modules = { formats: [] as string[], generators: [] as string[] }
  readonly #starts: Named<() => void | Promise<void>>[] = []
  readonly #stops: Named<(signal: AbortSignal) => void | Promise<void>>[] = []
  readonly #healths: Named<() => Health | Promise<Health>>[] = []
  #stopping: Promise<void> | undefined

  constructor(
    private readonly container: DependencyContainer,
    private readonly options: DocentOptions &
      Required<Pick<DocentOptions, 'env' | 'clock' | 'ids' | 'logger'>>,
  ) {}

  fills(port: Token<unknown>): boolean {
    return this.#filled.has(port)
  }

  install(plugin: Plugin): void {
    const { options } = this
    const name = plugin.name
    const host: PluginHost = {
      dataDirectory: options.dataDirectory,
      env: options.env,
      logger: options.logger,
      clock: options.clock,
      ids: options.ids,
      secrets: options.settings?.secrets ?? [],
      configuredRepositories: options.configuredRepositories ?? [],
      publicUrl: options.publicUrl ?? (() => 'http://127.0.0.1:3000'),
      provide: (port, adapter) => this.#provide(name, port, adapter),
      addModelProvider: (value) => addNamed(this.#models, name, value, 'model provider'),
      addGitHost: (value) => addNamed(this.#hosts, name, value, 'git host'),
      addChannel: (value) => addNamed(this.#channels, name, value, 'channel'),
      addDocsSource: (value) => addNamed(this.#sources, name, value, 'docs source'),
      addFormat: (module) => this.#modules.formats.push(module.href),
      addGenerator: (module) => this.#modules.generators.push(module.href),
      ...this.additions.of(name),
      replaceProviders: (providers) => this.#replace(name, providers),
      onStart: (value) => this.#starts.push({ plugin: name, value }),
      onStop: (value) => this.#stops.push({ plugin: name, value }),
      onHealth: (value) => this.#healths.push({ plugin: name, value }),
    }
    this.#order.push(name)
    plugin.install(host)
  }

  finish(settings: Settings): void {
    const { container, options } = this
    const required = [...new Set([...(options.requires ?? []), ...REQUIRED])]
    const missing = required.filter((port) => !this.#filled.has(port)).map(nameOf)
    if (missing.length > 0) {
      const advice = settings.advice?.ports?.(missing) ?? 'Add a plugin for each of them to "plugins".'
      throw new DocentError('configuration', `These ports have no plugin: ${missing.join(', ')}. ${advice}`)
    }
    const values = <Value>(named: Named<Value>[]): readonly Value[] => named.map((entry) => entry.value)
    container.register<Clock>(Clock, { useValue: options.clock })
    container.register<Ids>(Ids, { useValue: options.ids })
    container.register<Logger>(Logger, { useValue: options.logger })
    container.register<Settings>(Settings, { useValue: settings })
    if (!this.#filled.has(Telemetry)) container.register<Telemetry>(Telemetry, { useValue: NO_TELEMETRY })
    if (options.nameWork !== undefined) {
      const named = new NamedWork(container.resolve<Telemetry>(Telemetry), options.nameWork)
      container.register<Telemetry>(Telemetry, { useValue: named })
    }
    if (!this.#filled.has(ProjectNotes))
      container.register<ProjectNotes>(ProjectNotes, { useValue: new ProcessNotes() })
    if (!this.#filled.has(ClaimChecker))
      container.register<ClaimChecker>(ClaimChecker, { useValue: NO_CLAIM_CHECKER })
    this.#fillLists()
    container.register(RegisteredModelProviders, { useValue: this.#modelList })
    container.register(RegisteredGitHosts, { useValue: this.#hostList })
    container.register(RegisteredChannels, { useValue: this.#channelList })
    this.additions.register(container)
    container.register<SiteModules>(SiteModules, { useValue: this.#modules })
    container.register(RegisteredDocsSources, { useValue: values(this.#sources) })
  }

  resolve<Value>(target: Token<Value> | (new (...args: never[]) => Value)): Value {
    try {
      return this.container.resolve<Value>(target as Token<Value>)
    } catch (error) {
      throw unfilled(error) ?? error
    }
  }

  find<Port>(port: Token<Port>): Port | undefined {
    return this.#filled.has(port) ? this.container.resolve<Port>(port) : undefined
  }

  async start(): Promise<void> {
    const { serves = true } = this.options
    await Promise.all([loadSiteModules(this.#modules), serves ? this.additions.loadRoutes() : undefined])
    for (const { plugin, value } of this.#starts) {
      try {
        await value()
      } catch (error) {
        await this.stop()
        if (DocentError.is(error)) throw error
        throw new DocentError('configuration', `Plugin ${plugin} could not start: ${messageOf(error)}`, {
          cause: error,
        })
      }
    }
    try {
      const projects = this.find(ProjectStore)
      if (projects !== undefined) await makeDefaultOrganization(projects)
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  stop(deadlineMs = 10_000): Promise<void> {
    this.#stopping ??= this.#stop(deadlineMs)
    return this.#stopping
  }

  async health(): Promise<{ ok: boolean; parts: Record<string, Health> }> {
    const parts: Record<string, Health> = {}
    for (const { plugin, value } of this.#healths) {
      try {
        parts[plugin] = await value()
      } catch (error) {
        parts[plugin] = {
          ok: false,
          message: DocentError.is(error) ? error.message : 'The health check failed.',
        }
      }
    }
    return { ok: Object.values(parts).every(({ ok, isDegraded }) => ok || isDegraded), parts }
  }

  async #stop(deadlineMs: number): Promise<void> {
    const signal = AbortSignal.timeout(deadlineMs)
    const failures: unknown[] = []
    for (const { plugin, value } of this.#stops.toReversed()) {
      try {
        await value(signal)
      } catch (error) {
        this.options.logger.error({ plugin, err: error }, 'a plugin did not stop cleanly')
        failures.push(error)
      }
    }
    await this.container.dispose()
    if (failures.length > 0) throw new AggregateError(failures, 'Some plugins did not stop cleanly.')
  }

  #replace(plugin: string, { modelProviders, gitHosts, channels }: ReplaceableProviders): void {
    this.#models = this.#replaced(this.#models, plugin, modelProviders, 'model provider')
    this.#hosts = this.#replaced(this.#hosts, plugin, gitHosts, 'git host')
    this.#channels = this.#replaced(this.#channels, plugin, channels, 'channel')
    this.#fillLists()
  }

  #replaced<Value extends { name: string }>(
    list: readonly Named<Value>[],
    plugin: string,
    values: readonly Value[],
    what: string,
  ): Named<Value>[] {
    const next = list.filter((entry) => entry.plugin !== plugin)
    for (const value of values) addNamed(next, plugin, value, what)
    return next.sort((one, other) => this.#order.indexOf(one.plugin) - this.#order.indexOf(other.plugin))
  }

  #fillLists(): void {
    this.#modelList.splice(0, Number.POSITIVE_INFINITY, ...this.#models.map(({ value }) => value))
    this.#hostList.splice(0, Number.POSITIVE_INFINITY, ...this.#hosts.map(({ value }) => value))
    this.#channelList.splice(0, Number.POSITIVE_INFINITY, ...this.#channels.map(({ value }) => value))
  }

  #provide<Port>(plugin: string, port: Token<Port>, adapter: Port): void {
    const other = this.#filled.get(port)
    if (other !== undefined) {
      throw new DocentError(
        'configuration',
        `Both ${other} and ${plugin} fill the port ${nameOf(port)}. Keep one of them in "plugins", or use an option of one of them to leave the port to the other.`,
      )
    }
    this.#filled.set(port, plugin)
    this.container.register(port, { useValue: adapter })
  }
}

function nameOf(port: Token<unknown>): string {
  return port.description?.replace('docent.', '') ?? 'without a name'
}

/** What the container says of a port that nothing fills, in our words. */
function unfilled(error: unknown): DocentError | undefined {
  const port = /unregistered dependency token: "Symbol\(docent\.(\w+)\)"/.exec(messageOf(error))?.[1]
  if (port === undefined) return undefined
  const message = `No plugin fills the port ${port}. Add a plugin for it to "plugins".`
  return new DocentError('configuration', message, { cause: error })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
