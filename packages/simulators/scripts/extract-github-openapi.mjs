/**
 * Extracts the part of GitHub's OpenAPI description that the simulated GitHub serves into
 * src/github/__fixtures__/github-openapi.json, as plain JSON Schema.
 *
 *   node packages/simulators/scripts/extract-github-openapi.mjs
 *
 * The source, `@octokit/openapi`, is 385 MB unpacked and is therefore never a dependency: it is fetched with
 * `npm pack` into a temporary folder and only the one description is unpacked. To serve another operation,
 * add its operationId below, run the script and commit the fixture.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = '@octokit/openapi@23.0.2'
const DESCRIPTION = 'package/generated/api.github.com.json'
const TARGET = join(dirname(fileURLToPath(import.meta.url)), '../src/github/__fixtures__/github-openapi.json')

const OPERATIONS = [
  'apps/create-installation-access-token',
  'apps/get-authenticated',
  'apps/get-installation',
  'apps/get-repo-installation',
  'git/get-ref',
  'issues/add-labels',
  'issues/create-comment',
  'issues/list-comments',
  'pulls/create',
  'pulls/create-reply-for-review-comment',
  'pulls/get',
  'pulls/list',
  'pulls/list-files',
  'pulls/list-review-comments',
  'pulls/request-reviewers',
  'pulls/update',
  'rate-limit/get',
  'repos/create-fork',
  'repos/get',
  'repos/get-branch',
  'repos/get-collaborator-permission-level',
  'repos/list-branches',
  'repos/merge-upstream',
  'users/get-authenticated',
  'users/get-by-username',
]

const WEBHOOKS = [
  'installation-suspend',
  'issue-comment-created',
  'issue-comment-deleted',
  'issue-comment-edited',
  'ping',
  'pull-request-closed',
  'pull-request-opened',
  'pull-request-reopened',
  'pull-request-review-comment-created',
  'pull-request-review-comment-edited',
  'pull-request-review-submitted',
  'pull-request-synchronize',
  'push',
  'repository-renamed',
]

/** Prose and vendor extensions: they are most of the size and none of the meaning that is checked. */
const PROSE = new Set([
  'description',
  'summary',
  'example',
  'examples',
  'externalDocs',
  'title',
  'deprecated',
])

const description = download()
const schemas = {}
const fixture = {
  source: `${SOURCE} ${DESCRIPTION}`,
  operations: Object.fromEntries(OPERATIONS.map((id) => [id, operation(id)])),
  webhooks: Object.fromEntries(WEBHOOKS.map((name) => [name, webhook(name)])),
  schemas,
}
mkdirSync(dirname(TARGET), { recursive: true })
const text = `${JSON.stringify(fixture)}\n`
writeFileSync(TARGET, text)
console.log(`${TARGET}: ${(text.length / 1024).toFixed(0)} KiB, ${Object.keys(schemas).length} schemas`)

function download() {
  const folder = mkdtempSync(join(tmpdir(), 'github-openapi-'))
  try {
    const archive = execFileSync('npm', ['pack', SOURCE, '--silent'], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
    execFileSync('tar', ['-xzf', archive, DESCRIPTION], { cwd: folder })
    return JSON.parse(readFileSync(join(folder, DESCRIPTION), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One operation: `{ method, path, parameters, body?, bodyRequired?, replies: { status: { mediaType: schema } } }`. */
function operation(id) {
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, found] of Object.entries(methods)) {
      if (found.operationId !== id) continue
      const parameters = (found.parameters ?? []).map(resolve).map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        ...(parameter.required ? { required: true } : {}),
        schema: toJsonSchema(parameter.schema),
      }))
      const body = found.requestBody && resolve(found.requestBody)
      const replies = Object.entries(found.responses).map(([status, reply]) => [
        status,
        mediaTypes(resolve(reply).content),
      ])
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        ...(body
          ? {
              bodyRequired: body.required === true,
              body: toJsonSchema(body.content['application/json'].schema),
            }
          : {}),
        replies: Object.fromEntries(replies),
      }
    }
  }
  throw new Error(`${SOURCE} has no operation ${id}`)
}

function webhook(name) {
  const found = description['x-webhooks'][name]
  if (!found) throw new Error(`${SOURCE} has no webhook ${name}`)
  return toJsonSchema(found.post.requestBody.content['application/json'].schema)
}

function mediaTypes(content = {}) {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, media.schema ? toJsonSchema(media.schema) : {}]),
  )
}

function resolve(value) {
  if (!value.$ref) return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], description)
}

/** OpenAPI 3.0 → JSON Schema: `nullable` becomes a type, references are collected, prose is dropped. */
function toJsonSchema(schema) {
  if (schema.$ref) return reference(schema.$ref)
  const result = {}
  for (const [key, value] of Object.entries(schema)) {
    if (
      PROSE.has(key) ||
      key === 'nullable' ||
      key === 'default' ||
      key === 'discriminator' ||
      key.startsWith('x-')
    )
      continue
    result[key] = convert(key, value)
  }
  return schema.nullable ? nullable(result) : result
}

function convert(key, value) {
  if (key === 'properties') return mapValues(value, toJsonSchema)
  if (['allOf', 'anyOf', 'oneOf'].includes(key)) return value.map(toJsonSchema)
  const holdsSchema = ['items', 'additionalProperties', 'not'].includes(key) && typeof value === 'object'
  return holdsSchema ? toJsonSchema(value) : value
}

function nullable(schema) {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  const values = schema.enum && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {}
  return { ...schema, ...values, type: [schema.type, 'null'] }
}

function reference(pointer) {
  const name = pointer.split('/').at(-1)
  if (!(name in schemas)) {
    schemas[name] = {}
    schemas[name] = toJsonSchema(resolve({ $ref: pointer }))
  }
  return { $ref: `#/schemas/${name}` }
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
