import { manifest as discordChannel } from '@docent/channel-discord/manifest'
import { manifest as githubChannel } from '@docent/channel-github/manifest'
import { manifest as slackChannel } from '@docent/channel-slack/manifest'
import type { Token } from '@docent/core'
import {
  AuditLog,
  BackgroundTasks,
  JobStore,
  KeyStore,
  NamedLeases,
  type Plugin,
  type PluginManifest,
  ProjectNotes,
  ProjectStore,
  RateLimiter,
  ReadingStore,
  Retriever,
  SecretStore,
  ThreadStore,
  WebhookStore,
  Workspaces,
} from '@docent/core/plugin'
import { manifest as gitea } from '@docent/git-gitea/manifest'
import { manifest as github } from '@docent/git-github/manifest'
import { manifest as gitlab } from '@docent/git-gitlab/manifest'
import { manifest as local } from '@docent/git-local/manifest'
import { manifest as models } from '@docent/model-ai-sdk/manifest'
import { manifest as offline } from '@docent/model-offline/manifest'
import { manifest as staticModels } from '@docent/model-static/manifest'
import { LazyPlugin } from './lazy-plugin.ts'

/** What the default plugins say of themselves, without importing them. */
export const DEFAULT_MANIFESTS: readonly PluginManifest[] = [
  models,
  github,
  gitlab,
  gitea,
  local,
  offline,
  staticModels,
  githubChannel,
  slackChannel,
  discordChannel,
]

/** Ports that a server cannot do without, in the order in which an error lists them. */
export const SERVER_PORTS: readonly Token<unknown>[] = [
  JobStore,
  ThreadStore,
  KeyStore,
  ProjectStore,
  ProjectNotes,
  NamedLeases,
  WebhookStore,
  BackgroundTasks,
  AuditLog,
  SecretStore,
  ReadingStore,
  RateLimiter,
  Retriever,
  Workspaces,
]

/** The default plugins that fill a port which a server cannot do without; store-sqlite fills all others. */
export const PORT_PLUGINS: Readonly<Record<string, string>> = {
  RateLimiter: 'store-sqlite (sqliteLimiter)',
  Retriever: 'retriever-files',
  Workspaces: 'workspace-git',
}

/** Git hosts, channels, and models that are used when the environment, or people in the dashboard, gave keys for them. */
export function providerPlugins(): Plugin[] {
  return [
    new LazyPlugin('git-github', github, async () => (await import('@docent/git-github')).github()),
    new LazyPlugin('git-gitlab', gitlab, async () => (await import('@docent/git-gitlab')).gitlab()),
    new LazyPlugin('git-gitea', gitea, async () => (await import('@docent/git-gitea')).gitea()),
    new LazyPlugin('channel-github', githubChannel, async () =>
      (await import('@docent/channel-github')).githubChannel(),
    ),
    new LazyPlugin('channel-slack', slackChannel, async () =>
      (await import('@docent/channel-slack')).slackChannel(),
    ),
    new LazyPlugin('channel-discord', discordChannel, async () =>
      (await import('@docent/channel-discord')).discordChannel(),
    ),
    new LazyPlugin('model-ai-sdk', models, async () =>
      (await import('@docent/model-ai-sdk')).modelsFromEnvironment(),
    ),
  ]
}

/**
 * The plugins of a server whose config names none: everything in the data directory, git hosts and models as the
 * environment, or people in the dashboard, gave keys for them, and the offline model for the demo. What is not used is
 * not imported.
 */
export async function defaultPlugins(): Promise<Plugin[]> {
  const [accounts, store, retriever, workspace, source, openapi, sitemap, git, quoting] = await Promise.all([
    import('@docent/accounts-better-auth'),
    import('@docent/store-sqlite'),
    import('@docent/retriever-files'),
    import('@docent/workspace-git'),
    import('@docent/source-git'),
    import('@docent/source-openapi'),
    import('@docent/source-sitemap'),
    import('@docent/git-local'),
    import('@docent/model-offline'),
  ])
  return [
    store.sqlite(),
    store.sqliteLimiter(),
    accounts.accounts(),
    retriever.fileIndex(),
    workspace.gitWorkspaces(),
    openapi.withOpenapi(source.sourceGit()),
    sitemap.sourceSitemap(),
    git.gitLocal(),
    ...providerPlugins(),
    quoting.offline(),
    new LazyPlugin('model-static', staticModels, async () =>
      (await import('@docent/model-static')).staticModels(),
    ),
  ]
}
