import { randomBytes } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import { EnteredSecrets } from '../../access/entered-secrets.ts'
import type { OrganizationId, ProjectId } from '../../domain/ids.ts'
import type { WebhookType } from '../../domain/outbox.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { Logger } from '../../ports/logger.ts'
import { SecretStore } from '../../ports/secret-store.ts'
import { Settings } from '../../ports/settings.ts'
import type { WebhookEndpoint } from '../../ports/webhook-endpoint.ts'
import { readWebhookSecret } from '../sign-webhook.ts'

/** Begins the names of entered endpoints, which no environment variable has. */
const PREFIX = 'webhook:'
const MOST = 20
const DAY_MS = 86_400_000

/** What a person says of an endpoint. */
export interface EndpointDraft {
  url: string
  events?: readonly WebhookType[]
  projectIds?: readonly ProjectId[]
}

/** Null sends everything again. */
export interface EndpointChange {
  url?: string | undefined
  events?: readonly WebhookType[] | null | undefined
  projectIds?: readonly string[] | null | undefined
}

/** An endpoint as stored, encrypted: its address may hold a secret too. */
interface StoredEndpoint extends EndpointDraft {
  secret: string
  /** Signs as well until then, so that a receiver has time to learn the new one. */
  former?: { secret: string; until: number }
  createdAt: number
  createdBy: string
}

/** An endpoint of a list, without what opens anything. */
export interface ListedEndpoint extends Pick<WebhookEndpoint, 'id' | 'events' | 'projectIds'> {
  host: string
  /** Absent for one of the configuration. */
  entered?: { at: number; by: string }
}

/** Where events of jobs go: the endpoints of the configuration, and those that people enter. */
@injectable()
export class WebhookEndpoints {
  readonly #entered: EnteredSecrets | undefined

  constructor(
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) logger: Logger,
    @inject(Ids) private readonly ids: Ids,
    @inject(SecretStore, { isOptional: true }) store?: SecretStore,
  ) {
    this.#entered = store && new EnteredSecrets(store, settings, clock, logger)
  }

  async of(organization: OrganizationId, options: CallOptions = {}): Promise<WebhookEndpoint[]> {
    const stored = await this.#stored(organization, options)
    return [
      ...this.#configured(organization),
      ...[...stored].map(([id, endpoint]) => this.#endpoint(organization, id, endpoint)),
    ]
  }

  async list(organization: OrganizationId, options: CallOptions = {}): Promise<ListedEndpoint[]> {
    const stored = await this.#stored(organization, options)
    const entered = [...stored].map(([id, endpoint]) => ({
      ...listed({ id, ...endpoint }),
      entered: { at: endpoint.createdAt, by: endpoint.createdBy },
    }))
    return [...this.#configured(organization).map(listed), ...entered]
  }

  /** @returns the secret that signs, which nobody sees again. @throws DocentError `invalid_request`, `conflict` */
  async add(
    organization: OrganizationId,
    draft: EndpointDraft,
    by: string,
    options: CallOptions = {},
  ): Promise<{ id: string; secret: string }> {
    checkUrl(draft.url)
    if ((await this.#stored(organization, options)).size >= MOST)
      throw new DocentError('conflict', `An organization can have ${MOST} endpoints. Remove one first.`)
    const id = `whe_${this.ids.sortable()}`
    const secret = makeSecret()
    const endpoint = { ...draft, secret, createdAt: this.clock.now(), createdBy: by }
    await this.#write(organization, id, endpoint, by, options)
    return { id, secret }
  }

  /** Changes what is sent where. @throws DocentError `not_found`, `invalid_request` */
  async change(
    organization: OrganizationId,
    id: string,
    change: EndpointChange,
    by: string,
    options: CallOptions = {},
  ): Promise<void> {
    if (change.url !== undefined) checkUrl(change.url)
    const endpoint = await this.#find(organization, id, options)
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const merged = Object.entries({ ...endpoint, ...Object.fromEntries(given) })
    const wanted = Object.fromEntries(merged.filter(([, value]) => value !== null))
    await this.#write(organization, id, wanted as unknown as StoredEndpoint, by, options)
  }

  /** A new secret; the one before signs as well for a day. @throws DocentError `not_found` */
  async rotate(
    organization: OrganizationId,
    id: string,
    by: string,
    options: CallOptions = {},
  ): Promise<string> {
    const endpoint = await this.#find(organization, id, options)
    const secret = makeSecret()
    const former = { secret: endpoint.secret, until: this.clock.now() + DAY_MS }
    await this.#write(organization, id, { ...endpoint, secret, former }, by, options)
    return secret
  }

  /** @throws DocentError `not_found` */
  async remove(organization: OrganizationId, id: string, options: CallOptions = {}): Promise<void> {
    await this.#find(organization, id, options)
    await this.#entered?.remove(organization, PREFIX + id, options)
  }

  #configured(organization: OrganizationId): WebhookEndpoint[] {
    return (this.settings.webhooks ?? []).filter(({ organizationId }) => organizationId === organization)
  }

  async #stored(organization: OrganizationId, options: CallOptions): Promise<Map<string, StoredEndpoint>> {
    const values = (await this.#entered?.open(organization, options, PREFIX)) ?? {}
    return new Map(
      Object.entries(values).map(([name, value]) => [
        name.slice(PREFIX.length),
        JSON.parse(value) as StoredEndpoint,
      ]),
    )
  }

  #endpoint(
    organizationId: OrganizationId,
    id: string,
    { url, events, projectIds, secret, former }: StoredEndpoint,
  ): WebhookEndpoint {
    const valid = former !== undefined && this.clock.now() < former.until ? [secret, former.secret] : [secret]
    return {
      id,
      organizationId,
      url,
      secrets: valid.flatMap((text) => readWebhookSecret(text) ?? []),
      ...(events === undefined ? {} : { events }),
      ...(projectIds === undefined ? {} : { projectIds }),
      // Whoever may enter an address here must not reach the network of the server by it.
      allowPrivate: false,
    }
  }

  async #find(organization: OrganizationId, id: string, options: CallOptions): Promise<StoredEndpoint> {
    const found = (await this.#stored(organization, options)).get(id)
    if (found) return found
    if (this.#configured(organization).some((endpoint) => endpoint.id === id))
      throw new DocentError('conflict', 'docent.config.ts has this endpoint. Change it there.')
    throw new DocentError('not_found', 'There is no such endpoint.')
  }

  async #write(
    organization: OrganizationId,
    id: string,
    endpoint: StoredEndpoint,
    by: string,
    options: CallOptions,
  ): Promise<void> {
    if (!this.#entered) throw new DocentError('configuration', 'No plugin stores credentials.')
    const value = JSON.stringify(endpoint)
    await this.#entered.enter(organization, { name: PREFIX + id, value, by }, options)
  }
}

function listed({ id, url, events, projectIds }: EndpointDraft & { id: string }): ListedEndpoint {
  return {
    id,
    host: new URL(url).host,
    ...(events === undefined ? {} : { events }),
    ...(projectIds === undefined ? {} : { projectIds }),
  }
}

function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return
  const message = 'must be an https URL without credentials'
  throw new DocentError('invalid_request', `url: ${message}.`, { issues: [{ path: 'url', message }] })
}
