import { createHash } from 'node:crypto'
import { readWebhookSecret, WEBHOOK_TYPES, type WebhookEndpoint } from '@docent/core'
import { DocentError, defined, organizationId, projectId } from '@docent/core/plugin'
import { z } from 'zod'
import type { Environment } from '../environment.ts'

const identifier = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,62}$/, 'must have 1 to 63 letters, digits, "-" or "_"')

const NO_SECRET =
  'must be "whsec_" and the base64 of 24 to 64 random bytes, or { env: "NAME" } of a variable that holds one'

const Secret = z.union(
  [
    z.string().refine((text) => readWebhookSecret(text) !== undefined, { error: NO_SECRET }),
    z.strictObject({ env: z.string().min(1).max(200) }),
  ],
  { error: NO_SECRET },
)

/** An endpoint of outgoing webhooks, as written in docent.config.ts. */
export const WebhookConfig = z
  .strictObject({
    url: z
      .string()
      .refine(isAddress, { error: 'must be an http or https URL without credentials' })
      .describe('The address that Docent sends events to.'),
    secret: z
      .union([Secret, z.array(Secret).min(1).max(10)], { error: NO_SECRET })
      .describe(
        "The signing secret: `whsec_…`, or `{ env: 'NAME' }` to take it from a variable. To replace a secret, list both.",
      ),
    id: identifier
      .optional()
      .describe('The name of the endpoint in lists and logs. Default: made from the URL.'),
    organization: identifier
      .default('default')
      .describe('The organization whose jobs the endpoint receives events about.'),
    projects: z
      .array(identifier)
      .min(1)
      .optional()
      .describe('Limits the endpoint to these projects. Default: all.'),
    events: z
      .array(z.enum(WEBHOOK_TYPES))
      .min(1)
      .optional()
      .describe(
        'Limits the endpoint to these events. Only an endpoint that lists `conversation.escalated` receives it. Default: all events of jobs.',
      ),
    allowPrivate: z
      .boolean()
      .default(false)
      .describe('Allows HTTP, and addresses of this machine and of private networks.'),
  })
  .refine(({ url, allowPrivate }) => allowPrivate || !/^http:/i.test(url), {
    path: ['url'],
    error: 'must begin with https, or set allowPrivate',
  })

export type WebhookConfig = z.output<typeof WebhookConfig>

/**
 * The endpoints with the keys that the configuration refers to.
 * @throws DocentError `configuration` for a variable that is missing or holds no secret, and for two of one id.
 */
export function webhookEndpoints(configs: readonly WebhookConfig[], env: Environment): WebhookEndpoint[] {
  const ids = new Set<string>()
  return configs.map((config, index) => {
    const id = config.id ?? idOf(config)
    if (ids.has(id)) throw wrong(index, 'url', 'is there twice; give one of them an id of its own')
    ids.add(id)
    const { url, events, projects, organization, allowPrivate, secret } = config
    return {
      id,
      organizationId: organizationId(organization),
      url,
      secrets: [secret].flat().flatMap((each) => keysOf(each, env, index)),
      ...defined({ events }),
      ...defined({ projectIds: projects?.map(projectId) }),
      allowPrivate,
    }
  })
}

/** A hash, because the address may hold a secret and the id is stored and shown. */
function idOf({ organization, url }: WebhookConfig): string {
  return `whe_${createHash('sha256').update(`${organization}\0${url}`).digest('hex').slice(0, 16)}`
}

function keysOf(secret: string | { env: string }, env: Environment, index: number): Uint8Array[] {
  if (typeof secret !== 'string') {
    const texts = (env[secret.env] ?? '').split(',').map((text) => text.trim())
    return texts.map((text) => keyOf(text, index, `${secret.env} in the environment`))
  }
  return [keyOf(secret, index, 'it')]
}

function keyOf(text: string, index: number, where: string): Uint8Array {
  const key = readWebhookSecret(text)
  if (key) return key
  throw wrong(index, 'secret', `${where} must be "whsec_" and the base64 of 24 to 64 random bytes`)
}

function wrong(index: number, field: string, message: string): DocentError {
  return new DocentError('configuration', `docent.config is wrong: webhooks[${index}].${field}: ${message}`)
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}
