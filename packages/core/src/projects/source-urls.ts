export function hasNoCredentials(text: string): boolean {
  // What is no URL was refused as one already.
  if (!URL.canParse(text)) return true
  const { username, password, search, hash } = new URL(text)
  return username + password + search + hash === ''
}

/** The URL of a repository, `https://host/team/*` for everything below it, or `*` for all. */
export function isRepositoryPattern(text: string): boolean {
  if (text === '*') return true
  const isFolder = text.endsWith('/*')
  return !text.slice(0, -2).includes('*') && isRepositoryUrl(isFolder ? `${text.slice(0, -1)}all` : text)
}

export function isRepositoryUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname } = new URL(text)
  const isKnown = protocol === 'https:' || protocol === 'http:' || protocol === 'file:' || protocol === 'ssh:'
  // A password in the URL would end in the store, in logs and in every job.
  const hasCredentials = password !== '' || (username !== '' && protocol !== 'ssh:')
  return isKnown && !hasCredentials && pathname.length > 1
}
