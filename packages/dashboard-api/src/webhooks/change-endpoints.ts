import { WebhookDeliveries, WebhookEndpoints, WebhookWorker } from '@docent/core'
import { DocentError, json, ProjectStore } from '@docent/core/plugin'
import { type ApiCall, DeliveryObject, defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { actorName } from '../person-of.ts'
import { ChangedEndpoint, draftOf, NewEndpoint } from './endpoint-bodies.ts'

const Secret = z.string().describe('The key that signs deliveries, `whsec_…`. Docent shows it only once.')

export const addEndpoint = defineApiOperation({
  id: 'addEndpoint',
  summary: 'Add an endpoint of outgoing webhooks',
  description:
    'Docent encrypts the address and the signing secret with a key derived from `DOCENT_SECRET`. The address must be public. To use an address of a private network, list the endpoint in docent.config.ts. An organization can have 20 endpoints (then 409).',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'webhook.add',
  body: NewEndpoint,
  reply: {
    status: 201,
    description: 'The id of the endpoint, and its secret.',
    content: { 'application/json': z.object({ id: z.string(), secret: Secret }) },
  },
  async handle(call) {
    const { actor, body, note, organizationId, services, signal } = call
    await assertProjects(call, body.projectIds)
    const endpoints = services.docent.resolve(WebhookEndpoints)
    const added = await endpoints.add(organizationId, draftOf(body), actorName(actor), { signal })
    note.about(added.id, { host: new URL(body.url).host })
    return json(added, 201)
  },
})

export const changeEndpoint = defineApiOperation({
  id: 'changeEndpoint',
  summary: 'Change the address, the events, or the projects of an endpoint',
  description: 'If the endpoint is in docent.config.ts, the reply is 409.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'webhook.change',
  body: ChangedEndpoint,
  reply: { status: 204, description: 'The change counts from the next event.' },
  async handle(call) {
    const { actor, body, note, organizationId, params, services, signal } = call
    const id = params.id ?? ''
    await assertProjects(call, body.projectIds ?? undefined)
    const endpoints = services.docent.resolve(WebhookEndpoints)
    await endpoints.change(organizationId, id, body, actorName(actor), { signal })
    note.about(id, {
      fields: Object.keys(body).join(', '),
      ...(body.url === undefined ? {} : { host: new URL(body.url).host }),
    })
    return { kind: 'empty', status: 204 }
  },
})

export const rotateEndpointSecret = defineApiOperation({
  id: 'rotateEndpointSecret',
  summary: 'Replace the signing secret of an endpoint',
  description: 'For a day, Docent signs each delivery with the old secret too.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'webhook.rotate',
  reply: {
    status: 200,
    description: 'The new secret.',
    content: { 'application/json': z.object({ secret: Secret }) },
  },
  async handle({ actor, note, organizationId, params, services, signal }) {
    const id = params.id ?? ''
    const endpoints = services.docent.resolve(WebhookEndpoints)
    const secret = await endpoints.rotate(organizationId, id, actorName(actor), { signal })
    note.about(id)
    return json({ secret })
  },
})

export const removeEndpoint = defineApiOperation({
  id: 'removeEndpoint',
  summary: 'Remove an endpoint of outgoing webhooks',
  description: 'Docent gives up pending deliveries to it.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'webhook.remove',
  reply: { status: 204, description: 'The endpoint receives nothing more.' },
  async handle({ note, organizationId, params, services, signal }) {
    const id = params.id ?? ''
    await services.docent.resolve(WebhookEndpoints).remove(organizationId, id, { signal })
    note.about(id)
    return { kind: 'empty', status: 204 }
  },
})

export const testEndpoint = defineApiOperation({
  id: 'testEndpoint',
  summary: 'Send a test event to an endpoint',
  description:
    'Sends the event `webhook.test` once, also to an endpoint of docent.config.ts or to one that answered 410.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'webhook.test',
  reply: {
    status: 202,
    description: 'The delivery, pending.',
    content: { 'application/json': DeliveryObject },
  },
  async handle({ note, organizationId, params, services, signal }) {
    const id = params.id ?? ''
    const deliveries = services.docent.resolve(WebhookDeliveries)
    const delivery = await deliveries.test(organizationId, id, { signal })
    services.docent.resolve(WebhookWorker).wake()
    note.about(id)
    return json(delivery, 202)
  },
})

async function assertProjects(
  { organizationId, services, signal }: ApiCall,
  ids: readonly string[] | undefined,
): Promise<void> {
  if (ids === undefined) return
  const projects = await services.docent.resolve<ProjectStore>(ProjectStore).list({ signal })
  const unknown = ids.find(
    (id) => !projects.some((each) => each.id === id && each.organizationId === organizationId),
  )
  if (unknown === undefined) return
  const message = `there is no project "${unknown}"`
  throw new DocentError('invalid_request', `projectIds: ${message}.`, {
    issues: [{ path: 'projectIds', message }],
  })
}
