import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { keyId, type OrganizationId, type ProjectId } from '../domain/ids.ts'
import { isAddressRange } from '../domain/ip-address.ts'
import type { KeyKind, KeyRecord, KeyScope } from '../domain/key.ts'
import { DocentError } from '../errors/docent-error.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { KeyStore } from '../ports/key-store.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Settings } from '../ports/settings.ts'
import { assertKeyPriced } from './assert-key-priced.ts'
import { hashKey, makeKey, markHash } from './key-format.ts'
import { keySecrets } from './key-secrets.ts'

export interface IssueKeyRequest {
  kind: KeyKind
  organizationId: OrganizationId
  /** Admin: empty or absent means every project of the organization. Assistant: at least one. */
  projectIds?: readonly ProjectId[]
  /** For people, 1 to 100 characters. */
  name: string
  /** Admin only, default read and write. */
  scopes?: readonly KeyScope[]
  /** Milliseconds since the epoch. */
  expiresAt?: number
  /** CIDR ranges or single addresses. */
  allowedIps?: readonly string[]
  /** Assistant only, such as `https://docs.example.com`. */
  allowedOrigins?: readonly string[]
  /** Assistant only: the key is kept on a server, and `filter.groups` of its requests are trusted. */
  trustGroups?: boolean
  /** Most US dollars that its requests may cost in a calendar month (UTC). Absent: no cap. */
  spendUsdPerMonth?: number
}

/** Makes an API key. Only a keyed hash of it is stored: the answer is the one time that it can be seen. */
@injectable()
export class IssueKey {
  constructor(
    @inject(KeyStore) private readonly keys: KeyStore,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
    @inject(Models) private readonly models: Models,
  ) {}

  /** @throws DocentError `invalid_request` that names the field, `not_found` for an unknown project. */
  async issue(
    request: IssueKeyRequest,
    options: CallOptions = {},
  ): Promise<{ key: string; record: KeyRecord }> {
    const now = this.clock.now()
    check(request, now)
    await this.#checkProjects(request, options)
    const key = makeKey(request.kind)
    const [secret] = keySecrets(this.settings)
    const hash = hashKey(secret, key)
    const isAdmin = request.kind === 'admin'
    const record: KeyRecord = {
      id: keyId(this.ids.sortable()),
      kind: request.kind,
      organizationId: request.organizationId,
      projectIds: request.projectIds ?? [],
      name: request.name.trim(),
      hash,
      keyedBy: markHash(secret, hash),
      lastFour: key.slice(-4),
      scopes: isAdmin ? (request.scopes ?? ['read', 'write']) : [],
      createdAt: now,
      expiresAt: request.expiresAt ?? null,
      revokedAt: null,
      lastUsedAt: null,
      allowedIps: request.allowedIps ?? [],
      allowedOrigins: (request.allowedOrigins ?? []).map((origin) => new URL(origin).origin),
      trustGroups: request.trustGroups ?? false,
      ...defined({ spendUsdPerMonth: request.spendUsdPerMonth }),
    }
    await assertKeyPriced({ projects: this.projects, models: this.models }, record, options)
    await this.keys.create(record, options)
    return { key, record }
  }

  async #checkProjects(request: IssueKeyRequest, options: CallOptions): Promise<void> {
    for (const id of request.projectIds ?? []) {
      const project = await this.projects.get(id, options)
      if (project?.organizationId !== request.organizationId)
        throw new DocentError('not_found', `There is no project "${id}" in ${request.organizationId}.`)
    }
  }
}

function check(request: IssueKeyRequest, now: number): void {
  const {
    kind,
    name,
    projectIds,
    scopes,
    expiresAt,
    allowedIps,
    allowedOrigins,
    trustGroups,
    spendUsdPerMonth,
  } = request
  if (name.trim() === '' || name.length > 100) refuse('name', 'must have 1 to 100 characters')
  if (expiresAt !== undefined && !(expiresAt > now)) refuse('expiresAt', 'must be in the future')
  for (const range of allowedIps ?? [])
    if (!isAddressRange(range)) refuse('allowedIps', `"${range}" is not an IP address or a CIDR range`)
  for (const origin of allowedOrigins ?? [])
    if (!isOrigin(origin))
      refuse('allowedOrigins', `"${origin}" is not an origin such as https://docs.example.com`)
  if (spendUsdPerMonth !== undefined && !(spendUsdPerMonth > 0 && spendUsdPerMonth <= 1_000_000))
    refuse('spendUsdPerMonth', 'must be above 0 and at most 1,000,000')
  if (kind === 'assistant') {
    if ((projectIds ?? []).length === 0) refuse('projectIds', 'an assistant key names at least one project')
    if (scopes !== undefined) refuse('scopes', 'are for admin keys')
    return
  }
  if (scopes?.length === 0) refuse('scopes', 'must name read, write or manage')
  if ((allowedOrigins ?? []).length > 0) refuse('allowedOrigins', 'are for assistant keys')
  if (trustGroups === true) refuse('trustGroups', 'is for assistant keys')
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, pathname, search, hash, protocol } = new URL(text)
  return /^https?:$/.test(protocol) && origin !== 'null' && pathname === '/' && search === '' && hash === ''
}

function refuse(path: string, message: string): never {
  throw new DocentError('invalid_request', `${path}: ${message}.`, { issues: [{ path, message }] })
}
