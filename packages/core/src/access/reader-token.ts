import { createHmac, timingSafeEqual } from 'node:crypto'
import { defined } from '@docent/content'
import { z } from 'zod'
import { userId } from '../domain/account.ts'
import { keyId, organizationId, projectId } from '../domain/ids.ts'
import type { KeyRecord } from '../domain/key.ts'
import type { Project } from '../domain/project.ts'
import type { Accounts } from '../ports/accounts.ts'
import type { CallOptions } from '../ports/call-options.ts'

const PREFIX = 'svc_dsr_'
const LONGEST = 1_000

const Claims = z.object({
  project: z.string(),
  organization: z.string(),
  /** Tells readers apart, for limits. */
  reader: z.string(),
  origins: z.array(z.string()),
  /** Milliseconds since the epoch. */
  until: z.number(),
  /** Absent for a reader of public pages. */
  member: z.string().optional(),
})

export interface ReaderTokenRequest {
  project: Pick<Project, 'id' | 'organizationId'>
  /** What is known of the reader: only a hash of it goes into the token. */
  reader: string
  /** Origins of the page that may use it. */
  origins: readonly string[]
  /** Milliseconds since the epoch. */
  until: number
  /** The member who reads pages that are not public. */
  member?: string | undefined
}

/**
 * A token with which the page of a reader asks the assistant of one project: good for a while, from these origins, and
 * stored nowhere. It begins with `svc_dsr_`.
 */
export function makeReaderToken(
  secrets: readonly [string, ...string[]],
  request: ReaderTokenRequest,
): string {
  const [newest] = secrets
  const { project, origins, until, member } = request
  const claims: z.output<typeof Claims> = {
    project: project.id,
    organization: project.organizationId,
    reader: nameOf(newest, request.reader),
    origins: [...origins],
    until,
    ...defined({ member }),
  }
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${PREFIX}${body}.${mac(newest, body)}`
}

/** What a token in an `Authorization` header allows, as the record of a key; undefined for anything else. */
export function readReaderToken(
  secrets: readonly [string, ...string[]],
  authorization: string | undefined,
  now: number,
): KeyRecord | undefined {
  if (authorization === undefined || authorization.length > LONGEST) return undefined
  const [, body = '', signature = ''] = /^bearer\s+svc_dsr_([\w-]+)\.([\w-]+)\s*$/i.exec(authorization) ?? []
  if (body === '' || !secrets.some((secret) => isSame(mac(secret, body), signature))) return undefined
  const { project, organization, reader, origins, until, member } = Claims.parse(
    JSON.parse(Buffer.from(body, 'base64url').toString('utf8')),
  )
  if (now >= until) return undefined
  const of = { id: projectId(project), organizationId: organizationId(organization) }
  return {
    ...readerRecord(of, reader, now),
    expiresAt: until,
    allowedOrigins: origins,
    ...defined({ member }),
  }
}

/**
 * What a reader without a key may do with the documentation of a project that is open to everyone, as the record of a key.
 *
 * @param reader what is known of the reader: only a hash of it is kept
 */
export function openReader(
  secrets: readonly [string, ...string[]],
  project: ReaderTokenRequest['project'],
  reader: string,
  now: number,
): KeyRecord {
  return readerRecord(project, nameOf(secrets[0], reader), now)
}

function readerRecord(
  { id, organizationId }: ReaderTokenRequest['project'],
  name: string,
  now: number,
): KeyRecord {
  return {
    id: keyId(`reader-${id}-${name}`),
    kind: 'assistant',
    organizationId,
    projectIds: [id],
    name: 'Reader of the pages',
    // No key has this hash: nothing is stored of it.
    hash: '',
    lastFour: '',
    scopes: [],
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    allowedIps: [],
    allowedOrigins: [],
    trustGroups: false,
  }
}

/** Tells readers apart, for limits. */
function nameOf(secret: string, reader: string): string {
  return mac(secret, `name:${reader}`).slice(0, 12)
}

/** True for a record made from a reader's token: such a record is in no store, and has no hash. */
export function isReader({ hash }: Pick<KeyRecord, 'hash'>): boolean {
  return hash === ''
}

/** True for the token of a reader who has left the organization since it was made. */
export async function hasLeft(
  accounts: Pick<Accounts, 'memberships'> | undefined,
  { member, organizationId }: Pick<KeyRecord, 'member' | 'organizationId'>,
  options: CallOptions = {},
): Promise<boolean> {
  if (member === undefined) return false
  const memberships = (await accounts?.memberships(userId(member), options)) ?? []
  return !memberships.some((one) => one.organizationId === organizationId)
}

function mac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`docent:reader:${text}`).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  const bytes = Buffer.from(one)
  const others = Buffer.from(other)
  return bytes.length === others.length && timingSafeEqual(bytes, others)
}
