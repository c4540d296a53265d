/** What stands in addresses of the server and of its dashboard where a domain or an organization could stand. */
const RESERVED: ReadonlySet<string> = new Set([
  'account',
  'api',
  'assets',
  'dashboard',
  'discovery',
  'health',
  'link',
  'mcp',
  'new',
  'openapi',
  'pulls',
  'reference',
  'settings',
  'sign-in',
  'sign-out',
  'v1',
  'v2',
  'webhooks',
  'widget',
])

/** Why a domain or the id of an organization cannot have this name; undefined when it can. */
export function reservedNameIssue(name: string): string | undefined {
  return RESERVED.has(name.toLowerCase())
    ? `"${name}" is reserved, because addresses of the server use it; choose another name`
    : undefined
}
