/** Where a repository is, however its URL is written. */
export interface RepositoryPlace {
  /** In small letters, with a port that isn't the usual one; '' for a folder of this machine. */
  readonly host: string
  /** Without slashes at its ends and without `.git`, decoded. */
  readonly path: string
  /** The same with `.git`: of two folders of this machine, `docs` and `docs.git` are different ones. */
  readonly folder: string
}

/**
 * The place that a URL names: `https://host/a/b`, with `.git` or slashes at the end, in other case, with a user, or
 * `ssh://git@host/a/b` and `git@host:a/b`. Undefined for no URL, and for one whose path means different things to
 * different readers: with an encoded slash, something encoded twice, a backslash, or a control character.
 */
export function repositoryPlace(repository: string): RepositoryPlace | undefined {
  const scp = /^[\w.-]+@([^:/]+):(?!\/)(.+)$/.exec(repository)
  if (scp) return place(scp[1] ?? '', scp[2] ?? '')
  const url = URL.parse(repository)
  if (url === null) return undefined
  // The port of ssh is not the port of the pages.
  return place(url.protocol === 'ssh:' ? url.hostname : url.host, url.pathname)
}

/** True when both URLs name one repository. */
export function sameRepository(one: string, other: string): boolean {
  const [first, second] = [repositoryPlace(one), repositoryPlace(other)]
  return first !== undefined && second !== undefined && isSamePlace(first, second)
}

/** Git hosts know names in any case; of two folders that differ in case alone, one is taken for the other. */
export function isSamePlace(one: RepositoryPlace, other: RepositoryPlace): boolean {
  return one.host === other.host && one.path.toLowerCase() === other.path.toLowerCase()
}

function place(host: string, path: string): RepositoryPlace | undefined {
  const decoded = decode(path)
  if (decoded === undefined) return undefined
  const names = decoded.split('/').filter((name) => name !== '')
  if (names.some((name) => name === '.' || name === '..')) return undefined
  if (names.at(-1) === '.git') names.pop()
  return {
    host: host
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/\.(?=:\d+$)/, ''),
    path: names.join('/').replace(/\.git$/i, ''),
    folder: names.join('/'),
  }
}

function decode(path: string): string | undefined {
  if (/%(?:2f|5c|25)/i.test(path)) return undefined
  try {
    const decoded = decodeURIComponent(path)
    return /[\\\p{Cc}]/u.test(decoded) ? undefined : decoded
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
