import type { Plugin } from '@docent/core'
import type { Environment } from './environment.ts'
import { liveCredentials } from './live-credentials.ts'

/**
 * The plugins of a server whose config names none: everything in the data directory, git hosts and models as the
 * environment, or people in the dashboard, gave keys for them, and the offline model for the demo. What is not used is
 * not imported.
 */
export async function defaultPlugins(env: Environment): Promise<Plugin[]> {
  const [accounts, store, retriever, workspace, source, openapi, sitemap, local, offline, credentials] =
    await Promise.all([
      import('@docent/accounts-better-auth'),
      import('@docent/store-sqlite'),
      import('@docent/retriever-files'),
      import('@docent/workspace-git'),
      import('@docent/source-git'),
      import('@docent/source-openapi'),
      import('@docent/source-sitemap'),
      import('@docent/git-local'),
      import('@docent/model-offline'),
      liveCredentials(env),
    ])
  return [
    store.sqlite(),
    store.sqliteLimiter(),
    accounts.accounts(),
    retriever.fileIndex(),
    workspace.gitWorkspaces(),
    openapi.withOpenapi(source.sourceGit()),
    sitemap.sourceSitemap(),
    local.gitLocal(),
    credentials,
    offline.offline(),
    ...(env.STATIC_MODELS ? [(await import('@docent/model-static')).staticModels()] : []),
  ]
}
