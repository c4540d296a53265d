/**
 * The path of a project (`group/subgroup/name`) in `https://host/group/name(.git)`, `ssh://git@host/group/name` or
 * `git@host:group/name`. Undefined when the URL is not of the GitLab at `baseUrl`, or names no project.
 */
export function projectPath(repository: string, baseUrl: string): string | undefined {
  const base = new URL(baseUrl)
  const scp = /^[\w.-]+@([^:/]+):(?!\/)(.+)$/.exec(repository)
  if (scp) return scp[1]?.toLowerCase() === base.hostname ? checked(scp[2] ?? '') : undefined
  if (!URL.canParse(repository)) return undefined
  const url = new URL(repository)
  if (url.protocol === 'ssh:' || url.protocol === 'git+ssh:') {
    return url.hostname === base.hostname ? checked(url.pathname) : undefined
  }
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  const root = base.pathname.replace(/\/*$/, '/')
  if (!web || url.host !== base.host || !url.pathname.startsWith(root)) return undefined
  return checked(url.pathname.slice(root.length))
}

/** At least a namespace and a name. A lone `-` parts a project from its pages: `group/name/-/issues`. */
function checked(path: string): string | undefined {
  const trimmed = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')
  const segments = trimmed.split('/')
  return segments.length >= 2 && segments.every((each) => /^(?=.*\w)[\w.-]+$/.test(each))
    ? trimmed
    : undefined
}
