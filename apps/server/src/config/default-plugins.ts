import type { Plugin } from '@docent/core'
import type { Environment } from './environment.ts'

/**
 * The plugins of a server whose config names none: everything in the data directory, git hosts and models as the
 * environment has keys for them, and the offline model for the demo. What is not used is not imported.
 */
export async function defaultPlugins(env: Environment): Promise<Plugin[]> {
  const [
    accounts,
    store,
    retriever,
    workspace,
    source,
    openapi,
    sitemap,
    local,
    offline,
    github,
    gitlab,
    gitea,
    models,
  ] = await Promise.all([
    import('@docent/accounts-better-auth'),
    import('@docent/store-sqlite'),
    import('@docent/retriever-lancedb'),
    import('@docent/workspace-git'),
    import('@docent/source-git'),
    import('@docent/source-openapi'),
    import('@docent/source-sitemap'),
    import('@docent/git-local'),
    import('@docent/model-offline'),
    env.GITHUB_TOKEN || env.GITHUB_APP_ID ? import('@docent/git-github') : undefined,
    env.GITLAB_TOKEN ? import('@docent/git-gitlab') : undefined,
    env.GITEA_URL ? import('@docent/git-gitea') : undefined,
    hasModels(env) ? import('@docent/model-ai-sdk') : undefined,
  ])
  return [
    store.sqlite(),
    store.sqliteLimiter(),
    accounts.accounts(),
    retriever.lancedb(),
    workspace.gitWorkspaces(),
    openapi.withOpenapi(source.sourceGit()),
    sitemap.sourceSitemap(),
    local.gitLocal(),
    ...(github ? [github.github()] : []),
    ...(gitlab ? [gitlab.gitlab()] : []),
    ...(gitea ? [gitea.gitea()] : []),
    ...(models ? [models.modelsFromEnvironment()] : []),
    offline.offline(),
  ]
}

/** What `modelsFromEnvironment` looks for: without any of it, it has no models. */
function hasModels(env: Environment): boolean {
  return Boolean(env.ANTHROPIC_API_KEY || env.OPENAI_API_KEY || env.OPENAI_BASE_URL || env.OLLAMA_HOST)
}
