import type { LimitedDocsServer } from './limited-docs-server.ts'

/** Somebody with a key who says to belong to groups, truly or not. */
export interface Caller {
  readonly name: string
  readonly key: keyof LimitedDocsServer['keys']
  /** Said wherever a request has a place for it. */
  readonly groups?: readonly string[]
  /** Said wherever it has none, too: headers, the query, fields that do not exist. */
  readonly forges?: boolean
}

/** Who may see everything: what the others are shown to be kept from. */
export const STAFF: Caller = { name: 'staff by a trusted key', key: 'trusted', groups: ['staff'] }

export const OUTSIDERS: readonly Caller[] = [
  { name: 'somebody with a public key', key: 'open' },
  { name: 'somebody with a public key who says to be staff', key: 'open', groups: ['staff'] },
  { name: 'somebody with a public key who says it everywhere', key: 'open', groups: ['staff'], forges: true },
  { name: 'a trusted key without groups', key: 'trusted' },
  { name: 'a trusted key with another group', key: 'trusted', groups: ['sales'] },
  {
    name: 'a trusted key with groups that only look alike',
    key: 'trusted',
    groups: ['STAFF', 'staf', 'staff/vault', '*', '%', "staff' OR '1'='1", 'staff\u0000'],
  },
  {
    name: 'a trusted key with the group of pages whose groups cannot be read',
    key: 'trusted',
    groups: ['docent:unreadable-groups'],
  },
]

export interface Heard {
  status: number
  text: string
}

/** Sends a request as the caller would: what is forged goes along. */
export async function send(
  server: LimitedDocsServer,
  caller: Caller,
  path: string,
  body?: object,
  method = 'POST',
): Promise<Heard> {
  const list = (caller.groups ?? []).join(',')
  const given = path.includes('groups=') ? '' : `groups=${list}&`
  const forged = caller.forges ? `${path.includes('?') ? '&' : '?'}${given}trustGroups=true` : ''
  const reply = await fetch(`${server.url}${path}${forged}`, {
    method,
    headers: {
      authorization: `Bearer ${server.keys[caller.key]}`,
      accept: 'application/json, text/event-stream',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(caller.forges
        ? {
            'x-groups': list,
            'x-docent-groups': list,
            'x-forwarded-groups': list,
            'x-trust-groups': 'true',
            'remote-groups': list,
            cookie: `groups=${list}`,
          }
        : {}),
    },
    ...(body === undefined
      ? {}
      : {
          body: JSON.stringify(
            caller.forges && !('jsonrpc' in body) ? { ...body, ...everywhere(caller) } : body,
          ),
        }),
  })
  return { status: reply.status, text: await reply.text() }
}

/** Fields that do not exist, or do not exist there; JSON-RPC refuses them beside its own, and takes them within. */
export function everywhere({ groups = [] }: Caller): object {
  return { groups, trustedGroups: groups, trustGroups: true, user: { groups }, metadata: { groups } }
}
