import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** One operation of the extracted description; scripts/extract-github-openapi.mjs writes it. */
export interface OpenApiOperation {
  readonly method: string
  /** With placeholders: `/repos/{owner}/{repo}`. */
  readonly path: string
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[]
  readonly bodyRequired?: boolean
  readonly body?: JsonSchema
  /** status → media type → schema */
  readonly replies: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
}

export interface OpenApiFixture {
  readonly operations: Readonly<Record<string, OpenApiOperation>>
  readonly webhooks: Readonly<Record<string, JsonSchema>>
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

export interface MatchedOperation {
  id: string
  params: Record<string, string>
}

/** Judges requests, replies and webhooks by the vendor's own OpenAPI description; every answer is a list of faults. */
export class OpenApiContract {
  readonly fixture: OpenApiFixture
  readonly #bodies: Ajv
  readonly #texts: Ajv
  readonly #compiled = new Map<string, ValidateFunction>()
  readonly #patterns: { id: string; method: string; pattern: RegExp }[]

  constructor(fixture: OpenApiFixture) {
    this.fixture = fixture
    const options = { strict: false, allErrors: true, logger: false } as const
    this.#bodies = new Ajv(options)
    // Parameters arrive as text: '2' is a valid integer there and nowhere else.
    this.#texts = new Ajv({ ...options, coerceTypes: true })
    for (const ajv of [this.#bodies, this.#texts]) {
      formats.default(ajv)
      ajv.addSchema(fixture, 'openapi')
    }
    this.#patterns = Object.entries(fixture.operations).map(([id, operation]) => ({
      id,
      method: operation.method,
      pattern: pathPattern(operation.path),
    }))
  }

  match(method: string, path: string): MatchedOperation | undefined {
    for (const candidate of this.#patterns) {
      const found = candidate.method === method ? candidate.pattern.exec(path) : null
      if (found) return { id: candidate.id, params: mapValues(found.groups ?? {}, decodeURIComponent) }
    }
    return undefined
  }

  /** Faults of path, query and body. A body property that the description does not name is a fault too. */
  requestFaults(match: MatchedOperation, query: Record<string, string>, body: unknown): string[] {
    const operation = this.#operation(match.id)
    const faults: string[] = []
    for (const parameter of operation.parameters) {
      const value = parameter.in === 'path' ? match.params[parameter.name] : query[parameter.name]
      if (parameter.in !== 'path' && parameter.in !== 'query') continue
      if (value === undefined) {
        if (parameter.required) faults.push(`${parameter.in} ${parameter.name}: required`)
        continue
      }
      const key = `${match.id} ${parameter.in} ${parameter.name}`
      const schema = { type: 'object', properties: { value: parameter.schema } }
      faults.push(...this.#faults(this.#texts, key, schema, { value }, key))
    }
    const known = new Set(operation.parameters.filter((each) => each.in === 'query').map((each) => each.name))
    for (const name of Object.keys(query)) if (!known.has(name)) faults.push(`query ${name}: unknown`)
    return [...faults, ...this.#bodyFaults(match.id, operation, body)]
  }

  /** Faults of a JSON reply. A failure that the description does not list is judged as GitHub's general error. */
  replyFaults(id: string, status: number, body: unknown): string[] {
    const listed = this.#operation(id).replies[String(status)]?.['application/json']
    const schema = listed ?? (status >= 400 ? { $ref: '#/schemas/basic-error' } : undefined)
    if (!schema) return [`${id} has no JSON reply ${status}`]
    return this.#faults(this.#bodies, `${id} ${status}`, schema, body, `${id} reply ${status}`)
  }

  /** `name` as in the description: `pull-request-closed`, `push`. Undefined when the fixture does not hold it. */
  webhookFaults(name: string, payload: unknown): string[] | undefined {
    const schema = this.fixture.webhooks[name]
    return schema && this.#faults(this.#bodies, `webhook ${name}`, schema, payload, `webhook ${name}`)
  }

  #bodyFaults(id: string, operation: OpenApiOperation, body: unknown): string[] {
    if (body === undefined) return operation.bodyRequired ? ['body: required'] : []
    if (!operation.body) return ['body: none is expected']
    const properties = operation.body.properties
    const unknown =
      isRecord(properties) && isRecord(body) ? Object.keys(body).filter((name) => !(name in properties)) : []
    const faults = this.#faults(this.#bodies, `${id} body`, operation.body, body, `${id} body`)
    return [...unknown.map((name) => `body ${name}: unknown`), ...faults]
  }

  #operation(id: string): OpenApiOperation {
    const operation = this.fixture.operations[id]
    if (!operation) throw new Error(`the description has no operation ${id}`)
    return operation
  }

  #faults(ajv: Ajv, key: string, schema: JsonSchema, value: unknown, label: string): string[] {
    let validate = this.#compiled.get(key)
    if (!validate) {
      validate = ajv.compile(absolute(schema) as JsonSchema)
      this.#compiled.set(key, validate)
    }
    if (validate(value)) return []
    return (validate.errors ?? [])
      .slice(0, 10)
      .map((error) => `${label}${error.instancePath}: ${error.message}`)
  }
}

/** The description of GitHub's REST API as far as it is served here; 190 KB, read at the first use. */
let loaded: OpenApiContract | undefined

/** Once a process: compiling its schemas takes longer than most tests, and a contract remembers nothing else. */
export async function loadGithubContract(): Promise<OpenApiContract> {
  const module = await import('./__fixtures__/github-openapi.json', { with: { type: 'json' } })
  loaded ??= new OpenApiContract(module.default as unknown as OpenApiFixture)
  return loaded
}

/** `{ref}` and `{branch}` hold slashes in requests that do not encode them. */
function pathPattern(path: string): RegExp {
  const source = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'ref' || name === 'branch' ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`,
  )
  return new RegExp(`^${source}$`)
}

/** References point into the whole fixture, which is registered under `openapi`. */
function absolute(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(absolute)
  if (!isRecord(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'openapi#') : absolute(value),
    ]),
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapValues(
  object: Record<string, string>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
