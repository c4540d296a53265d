/**
 * True when both URLs name one repository, however they are written: `https://host/a/b`, with `.git` or a slash at the
 * end, in other case, or `ssh://git@host/a/b` and `git@host:a/b`.
 */
export function sameRepository(one: string, other: string): boolean {
  const place = placeOf(one)
  return place !== undefined && place === placeOf(other)
}

function placeOf(repository: string): string | undefined {
  const scp = /^[\w.-]+@([^:/]+):(?!\/)(.+)$/.exec(repository)
  if (scp) return place(scp[1] ?? '', scp[2] ?? '')
  if (!URL.canParse(repository)) return undefined
  const { protocol, host, hostname, pathname } = new URL(repository)
  // The port of ssh is not the port of the pages.
  return place(protocol === 'ssh:' ? hostname : host, pathname)
}

function place(host: string, path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')
  return `${host}/${trimmed}`.toLowerCase()
}
