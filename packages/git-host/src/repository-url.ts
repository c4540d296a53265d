export interface RepositoryUrlRules {
  /** Where people and git reach the host, with the path below which its repositories are: `https://git.example.com/`. */
  webUrl: string
  /** How many names a path has: `owner/name` has 2; a host with groups in groups allows more. Default: exactly 2. */
  names?: { least: number; most: number }
}

const NAME = /^(?=.*\w)[\w.-]+$/

/**
 * The path (`owner/name`) of a repository in `https://host/owner/name(.git)`, `ssh://git@host/owner/name` or
 * `git@host:owner/name`. Undefined when the URL is of another host, or names no repository.
 */
export function repositoryPath(
  repository: string,
  { webUrl, names = { least: 2, most: 2 } }: RepositoryUrlRules,
): string | undefined {
  const below = pathBelow(repository, new URL(webUrl))
  if (below === undefined) return undefined
  const path = below.replace(/^\/+|(?<!\/)\/+$/g, '').replace(/\.git$/, '')
  const segments = path.split('/')
  const fits = segments.length >= names.least && segments.length <= names.most
  // A lone dash parts a project from its pages: `group/name/-/issues`.
  return fits && segments.every((each) => NAME.test(each)) ? path : undefined
}

function pathBelow(repository: string, web: URL): string | undefined {
  const scp = /^[\w.-]+@([^:/]+):(?!\/)(.+)$/.exec(repository)
  if (scp) return scp[1]?.toLowerCase() === web.hostname ? scp[2] : undefined
  if (!URL.canParse(repository)) return undefined
  const url = new URL(repository)
  if (url.protocol === 'ssh:' || url.protocol === 'git+ssh:') {
    return url.hostname === web.hostname ? url.pathname : undefined
  }
  const root = web.pathname.replace(/(?<!\/)\/*$/, '/')
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.host === web.host && url.pathname.startsWith(root)
    ? url.pathname.slice(root.length)
    : undefined
}
