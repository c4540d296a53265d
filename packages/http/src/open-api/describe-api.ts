import { ERROR_CODES } from '@docent/core'
import {
  type ApiOperation,
  defined,
  type KeyedOperation,
  type Operation,
  type ReplyDescription,
  type RouteTable,
} from '@docent/core/plugin'
import { z } from 'zod'
import { withExamples } from './with-examples.ts'

type JsonObject = Record<string, unknown>
type Tag = { name: string; description?: string }

/** The OpenAPI 3.1 document of a route table, made from the schemas that validate its requests. */
export function describeApi(routes: RouteTable): JsonObject {
  const paths: Record<string, JsonObject> = {}
  const schemas: JsonObject = { Problem: PROBLEM }
  for (const [method, path, operation] of routes)
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: hoistSchemas(describeOperation(path, operation), schemas) as JsonObject,
    }
  return withExamples({
    openapi: '3.1.0',
    info: {
      title: 'Docent',
      version: '2',
      description:
        'Answers questions about documentation and changes documentation through pull requests. Every error is `application/problem+json` (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that sends this document.' }],
    tags: withTagsOf(routes, [
      { name: 'Agent', description: 'Jobs that turn a prompt into a pull request.' },
      { name: 'Assistant', description: 'Answers, search, and pages, for readers and their programs.' },
      { name: 'Analytics', description: 'What readers ask, search for, read, and say.' },
      { name: 'Webhooks', description: 'Events from git hosts, and events for your endpoints.' },
      { name: 'Accounts', description: 'People, how they sign in, and what they can do.' },
      { name: 'Dashboard', description: 'What the dashboard reads and changes.' },
      { name: 'Server', description: 'Health, index updates, and the pages that Docent serves.' },
    ]),
    paths,
    components: {
      securitySchemes: {
        admin: { type: 'http', scheme: 'bearer', description: 'An admin key, `svc_…`. Keep it on servers.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'docent_session',
          description:
            'A signed-in person. Changes also need the header `X-CSRF-Token` with the `csrfToken` of `GET /api/session`.',
        },
        assistant: { type: 'http', scheme: 'bearer', description: 'An assistant key, `svc_dsc_…`. Public.' },
      },
      schemas,
      responses: {
        Problem: {
          description: 'What went wrong.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  })
}

/** A plugin may have a tag of its own. */
function withTagsOf(routes: RouteTable, known: readonly Tag[]): readonly Tag[] {
  const names = new Set(routes.map(([, , { tag }]) => tag))
  for (const { name } of known) names.delete(name)
  return [...known, ...[...names].map((name) => ({ name }))]
}

/** Moves the named schemas of an operation to the components: a reference is read from the root of the document. */
function hoistSchemas(value: unknown, schemas: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => hoistSchemas(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $defs, $ref, ...rest } = value as JsonObject
  for (const [name, schema] of Object.entries(($defs ?? {}) as JsonObject))
    schemas[name] = hoistSchemas(schema, schemas)
  const fields = Object.entries(rest).map(([name, field]) => [name, hoistSchemas(field, schemas)])
  const target = typeof $ref === 'string' ? { $ref: $ref.replace('#/$defs/', '#/components/schemas/') } : {}
  return { ...target, ...Object.fromEntries(fields) }
}

function describeOperation(path: string, operation: Operation): JsonObject {
  const { id, summary, description, tag, query, body, reply } = operation
  const isKeyed = operation.key !== undefined
  return {
    operationId: id,
    summary,
    ...defined({ description }),
    tags: [tag],
    security: securityOf(operation),
    ...defined({ 'x-permission': operation.permission }),
    ...(isKeyed && operation.deprecatedFor !== undefined ? { deprecated: true } : {}),
    parameters: [
      ...pathParameters(path),
      ...(query ? queryParameters(query) : []),
      ...(isOfOrganization(path, operation) ? [ORGANIZATION] : []),
      ...(isKeyed && operation.idempotency ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: input(body) } } } }
      : {}),
    ...(!isKeyed && operation.permission === undefined && operation.takesBytes
      ? {
          requestBody: {
            required: true,
            content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : {}),
    responses: responses(reply, isKeyed || operation.permission !== undefined ? operation : undefined),
  }
}

function securityOf(operation: Operation): JsonObject[] {
  if (operation.permission === undefined)
    return operation.key === undefined ? [] : [{ [operation.key]: [] }, ...(operation.isOpen ? [{}] : [])]
  if (operation.permission === 'anyone') return []
  const isForPeople = operation.permission === 'signed-in' || operation.permission === 'members'
  return isForPeople ? [{ session: [] }] : [{ session: [] }, { admin: [] }]
}

function isOfOrganization(path: string, { permission }: Operation): boolean {
  if (permission === undefined || permission === 'signed-in' || permission === 'anyone') return false
  return !path.includes('{projectId}') && !path.includes('{domain}')
}

function responses(
  reply: ReplyDescription,
  operation: KeyedOperation | ApiOperation | undefined,
): JsonObject {
  const problem = { $ref: '#/components/responses/Problem' }
  const statuses = operation === undefined ? [] : [401, 403, 404]
  if (operation?.body) statuses.push(400, 413, 415)
  else if (operation?.query) statuses.push(400)
  if (operation?.key !== undefined && operation.idempotency) statuses.push(409, 422)
  if (operation?.key !== undefined && operation.limit) statuses.push(429)
  return {
    [reply.status]: {
      description: reply.description,
      ...(reply.headers
        ? {
            headers: Object.fromEntries(
              Object.entries(reply.headers).map(([name, description]) => [
                name,
                { description, schema: { type: 'string' } },
              ]),
            ),
          }
        : {}),
      ...(reply.content
        ? {
            content: Object.fromEntries(
              Object.entries(reply.content).map(([type, schema]) => [
                type,
                { schema: schema ? output(schema) : { type: 'string' } },
              ]),
            ),
          }
        : {}),
    },
    ...Object.fromEntries(statuses.sort((a, b) => a - b).map((status) => [status, problem])),
    // Without a key there is less to refuse, but every operation refuses something.
    ...(operation === undefined ? { '4XX': problem } : {}),
    default: problem,
  }
}

function pathParameters(path: string): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.ZodType): JsonObject[] {
  const schema = input(query) as { properties?: Record<string, JsonObject>; required?: string[] }
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...property }]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    ...defined({ description }),
    schema: property,
  }))
}

const input = (schema: z.ZodType) => jsonSchema(schema, 'input')
const output = (schema: z.ZodType) => jsonSchema(schema, 'output')

/** OpenAPI 3.1 takes JSON Schema 2020-12 as it is; the dialect need not be named in every schema. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'For 24 hours, the same key with the same request returns the first reply again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const ORGANIZATION = {
  name: 'organization',
  in: 'query',
  required: false,
  description: "Id of the organization. Default: the key's own, or the first one of the person.",
  schema: { type: 'string' },
}

const PROBLEM = {
  type: 'object',
  required: [
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'error',
    'message',
    'details',
    'code',
    'requestId',
  ],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    error: { type: 'string', description: 'The same text as `detail`.' },
    message: { type: 'string', description: 'The same text as `detail`.' },
    details: {
      type: 'array',
      description: 'One entry for each wrong field, or the same text as `detail`.',
      items: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
    code: { type: 'string', enum: Object.keys(ERROR_CODES) },
    requestId: { type: 'string' },
    issues: {
      type: 'array',
      description: 'With status 400.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    limit: {
      type: 'string',
      enum: ['key', 'organization', 'ip', 'project', 'account'],
      description: 'With status 429: what the limit counts by.',
    },
    resetAt: { type: 'string', format: 'date-time', description: 'With status 429.' },
  },
}
