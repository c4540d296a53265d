/** An address within the dashboard. */
export function organizationPath(organization: string, page: string): string {
  return `/${encodeURIComponent(organization)}/settings/${page}`
}

/** @param page '' is the home of the project. */
export function projectPath(organization: string, domain: string, page = ''): string {
  const home = `/${encodeURIComponent(organization)}/${encodeURIComponent(domain)}`
  return page === '' ? home : `${home}/${page}`
}
