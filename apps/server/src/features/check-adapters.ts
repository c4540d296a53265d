import type { CheckAdapters } from '@docent/evaluation/plugin'

/** The default adapters, imported when a model is checked. */
export const CHECK_ADAPTERS: CheckAdapters = {
  async plugins() {
    const [store, limiter, retriever, workspace, source, local] = await Promise.all([
      import('@docent/store-sqlite'),
      import('@docent/limiter-memory'),
      import('@docent/retriever-files'),
      import('@docent/workspace-git'),
      import('@docent/source-git'),
      import('@docent/git-local'),
    ])
    return [
      store.sqlite(),
      limiter.memoryLimiter(),
      retriever.fileIndex(),
      workspace.gitWorkspaces(),
      source.sourceGit(),
      local.gitLocal(),
    ]
  },
  createRepository: async (options) => (await import('@docent/git-local')).createLocalRepository(options),
}
