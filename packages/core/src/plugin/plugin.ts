import type { z } from 'zod'
import type { AddedCheck } from '../agent/checks/added-check.ts'
import type { AddedAgentTool } from '../agent/tools/added-agent-tool.ts'
import type { AddedAssistantTool } from '../assistant/tools/added-assistant-tool.ts'
import { describeIssue, describeIssues } from '../errors/describe-issues.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { Health } from '../ports/call-options.ts'
import type { Channel } from '../ports/channel.ts'
import type { Clock } from '../ports/clock.ts'
import type { DocsSource } from '../ports/docs-source.ts'
import type { GitHost } from '../ports/git-host.ts'
import type { Ids } from '../ports/ids.ts'
import type { Logger } from '../ports/logger.ts'
import type { ModelProvider } from '../ports/model-provider.ts'
import type { Token } from '../ports/token.ts'
import type { AddedBackgroundWork } from './background-work.ts'
import type { AddedCommand } from './command.ts'
import type { PluginManifest } from './manifest.ts'
import type { AddRoutesOptions, RouteTable } from './operation.ts'

/** What a plugin may replace while the server runs. */
export interface ReplaceableProviders {
  readonly modelProviders: readonly ModelProvider[]
  readonly gitHosts: readonly GitHost[]
  readonly channels: readonly Channel[]
}

/** What a plugin's `setup` is handed: where to register its adapters, and the little it may need from the host. */
export interface PluginHost {
  /** Absolute path of the data directory; plugins keep their files below it. */
  readonly dataDirectory: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly logger: Logger
  readonly clock: Clock
  readonly ids: Ids
  /** Keys of all HMACs and ciphers, newest first. Derive one of its own for each purpose. */
  readonly secrets: readonly string[]
  /** Repositories that the operator's configuration file names. Projects that are added later are not among them. */
  readonly configuredRepositories: readonly string[]
  /** Where the server is reached, without a trailing slash; known for certain only once it listens, so ask each time. */
  publicUrl(): string
  /**
   * Fills a port that has one adapter (JobStore, Retriever, RateLimiter, Workspaces, ThreadStore, KeyStore,
   * ProjectStore, ProjectNotes, ReadingStore, NamedLeases, WebhookStore, BackgroundTasks, AuditLog, SecretStore,
   * Accounts, Telemetry, ClaimChecker). A second registration is an error that names both plugins.
   */
  provide<Port>(token: Token<Port>, adapter: Port): void
  addModelProvider(provider: ModelProvider): void
  addGitHost(host: GitHost): void
  addDocsSource(source: DocsSource): void
  /**
   * Adds a format of pages: the default export of the module is an `AddedFormat` of `@docent/content`. Every thread that
   * reads pages imports it, so name a file: `new URL('./my-format.js', import.meta.url)`.
   */
  addFormat(module: URL): void
  /** Adds a site generator in the same way: the default export is a `Generator` of `@docent/content`. */
  addGenerator(module: URL): void
  /**
   * Adds operations of HTTP. A path and method that the server has already is an error at the start. A function imports
   * the table when Docent starts.
   */
  addRoutes(routes: RouteTable | (() => Promise<RouteTable>), options?: AddRoutesOptions): void
  /** Gives the agent a tool. What it writes goes through the write policy. */
  addAgentTool<Schema extends z.ZodType>(tool: AddedAgentTool<Schema>): void
  /** Gives the assistant a tool. */
  addAssistantTool<Schema extends z.ZodType>(tool: AddedAssistantTool<Schema>): void
  /** Checks what the agent changed, beside our own checks. */
  addCheck(check: AddedCheck): void
  /** Adds a place where people ask. The names of two channels differ. */
  addChannel(channel: Channel): void
  /** Adds `docent <name>`: a command, a group of them, or a function that imports it. A name that exists already is an error. */
  addCommand(name: string, command: AddedCommand['command']): void
  /** Adds work that nobody waits for. It starts in each process with the duty, when all plugins have started. */
  addBackgroundWork(work: AddedBackgroundWork): void
  /**
   * For a plugin whose providers, hosts, and channels change while the server runs: replaces those that it gave before, in the
   * place that the plugin has in the list.
   */
  replaceProviders(providers: ReplaceableProviders): void
  /** Runs at start, in the order of the plugins; may open files and connections. */
  onStart(start: () => void | Promise<void>): void
  /** Runs at stop, in reverse order; must drain and must end by the signal's deadline. */
  onStop(stop: (signal: AbortSignal) => void | Promise<void>): void
  /** Asked by the readiness route. */
  onHealth(health: () => Health | Promise<Health>): void
}

export interface Plugin {
  readonly name: string
  readonly manifest?: PluginManifest
  /** As the configuration gave them, unchecked. They may have credentials: never log them. */
  readonly options?: unknown
  /** Installed after all others, and only if none of them fills this port. Default: always. */
  readonly onlyFor?: Token<unknown>
  install(host: PluginHost): void
}

export interface PluginDefinition<Schema extends z.ZodType> {
  /** The folder's name, such as `git-github`. */
  name: string
  /** Default: the plugin has no vendor that people must know of. */
  manifest?: PluginManifest
  /** Strict schema of the options, every field described. */
  options: Schema
  /** Builds and registers adapters. Opens nothing: that is for `onStart`. */
  setup(options: z.output<Schema>, host: PluginHost): void
}

/** A function from options to a plugin; options may be left out when every one has a default. */
export interface PluginFactory<Schema extends z.ZodType> {
  (options?: z.input<Schema>): Plugin
  readonly manifest: PluginManifest
}

/**
 * Defines a plugin. Its options are checked when it is installed, and a wrong one is an error that names plugin and option.
 *
 * @example
 * export const memoryLimiter = definePlugin({
 *   name: 'limiter-memory',
 *   options: z.strictObject({}),
 *   setup: (_options, host) => host.provide(RateLimiter, new MemoryRateLimiter(host.clock)),
 * })
 */
export function definePlugin<Schema extends z.ZodType>(
  definition: PluginDefinition<Schema>,
): PluginFactory<Schema> {
  const { name, manifest = {} } = definition
  const make = (options?: z.input<Schema>): Plugin => ({
    name,
    manifest,
    options,
    install(host) {
      const parsed = definition.options.safeParse(options ?? {}, { error: describeIssue })
      if (!parsed.success) throw wrongOptions(name, parsed.error)
      definition.setup(parsed.data, host)
    },
  })
  return Object.assign(make, { manifest })
}

function wrongOptions(plugin: string, error: z.ZodError): DocentError {
  const issues = describeIssues(error.issues, 'options')
  const list = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ')
  return new DocentError('configuration', `The options of the plugin ${plugin} are wrong: ${list}.`, {
    issues,
  })
}
