import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { keyId, type OrganizationId, type ProjectId } from '../domain/ids.ts'
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
import { checkKey, originsOf, refuseKey } from './check-key.ts'
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
  /** Who makes it, for people. */
  createdBy?: string
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
      allowedOrigins: originsOf(request.allowedOrigins ?? []),
      trustGroups: request.trustGroups ?? false,
      ...defined({ spendUsdPerMonth: request.spendUsdPerMonth, createdBy: request.createdBy }),
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

/** What only a new key has; see `checkKey` for the rest. */
function check(request: IssueKeyRequest, now: number): void {
  checkKey(request, now)
  const { kind, projectIds, scopes, trustGroups } = request
  if (kind === 'assistant') {
    if ((projectIds ?? []).length === 0)
      refuseKey('projectIds', 'an assistant key names at least one project')
    if (scopes !== undefined) refuseKey('scopes', 'are for admin keys')
    return
  }
  if (scopes?.length === 0) refuseKey('scopes', 'must name read, write or manage')
  if (trustGroups === true) refuseKey('trustGroups', 'is for assistant keys')
}
