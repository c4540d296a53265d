import type { Description, Resolved } from './description.ts'
import { encodePart } from './pointer.ts'
import { swaggerBody, swaggerParameters, swaggerResponse } from './swagger-2.ts'
import { isInternal, isRecord, type Json, listOf, objectOf, textOf } from './values.ts'

/** `query` and `additionalOperations` are of OpenAPI 3.2. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const
const BESIDE_METHODS = new Set(['$ref', 'summary', 'description', 'servers', 'parameters'])
const LONGEST_TITLE = 120
/** Callbacks of callbacks. */
const DEEPEST_CALLBACK = 2

/** One operation of a description, in the terms of OpenAPI 3. */
export interface Operation {
  /** Upper case; `WEBHOOK` for what the API calls. */
  method: string
  /** As written, such as `/users/{id}`; the name of a webhook. */
  path: string
  operation: Resolved
  /** Of the path and of the operation, which wins. */
  parameters: Resolved[]
  body: Resolved | undefined
  responses: [status: string, response: Resolved][]
  callbacks: Callback[]
  /** Of the operation or its path, instead of those of the description. */
  servers: readonly unknown[]
  /** What is said of the path, for all of its operations. */
  ofPath: string[]
  /** That the whole path is limited to (`x-mint.groups`). */
  groups: unknown
}

export interface Callback {
  name: string
  /** What the API calls: `path` is an expression. */
  operation: Operation
}

/** Every operation and webhook that is not internal, in the order of the description. */
export function listOperations(description: Description): Operation[] {
  const { root, file } = description
  const paths = pathsIn(description.object(root.paths, file, '#/paths'), '#/paths', description)
  // Before OpenAPI 3.1, webhooks are an extension.
  const webhooks = (['webhooks', 'x-webhooks'] as const).flatMap((key) =>
    pathsIn(description.object(root[key], file, `#/${key}`), `#/${key}`, description),
  )
  return [...paths, ...webhooks.map((operation) => ({ ...operation, method: 'WEBHOOK' }))]
}

function pathsIn(paths: Json, place: string, description: Description): Operation[] {
  return Object.entries(paths)
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]) => operationsOf(path, item, `${place}/${encodePart(path)}`, description))
}

/** `POST /users`, as pages and navigation name it. */
export function operationName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Its summary, unless that is a whole text, or the name that programs know it by. */
export function operationTitle({ operation, method, path }: Operation): string {
  const summary = textOf(operation.value.summary)
  const isTitle = summary !== undefined && summary.length <= LONGEST_TITLE && !summary.includes('\n')
  return (isTitle ? summary : textOf(operation.value.operationId)) ?? `${method} ${path}`
}

function operationsOf(
  path: string,
  item: unknown,
  place: string,
  description: Description,
  { file: base = description.file, depth = 0 } = {},
): Operation[] {
  const { value, file } = description.resolve(description.object(item, base, place), base)
  if (isInternal(value)) return []
  const { groups } = objectOf(value['x-mint'])
  const ofPath = [textOf(value.summary), description.text(value.description, file)].filter(
    (text) => text !== undefined,
  )
  const additional = description.object(value.additionalOperations, file, `${place}/additionalOperations`)
  const known = new Set<string>([...METHODS, ...BESIDE_METHODS, 'additionalOperations'])
  for (const key of Object.keys(value))
    if (!known.has(key) && !key.startsWith('x-'))
      description.report(file, `${place} has "${key}", which is no method, so it is left out.`)
  const written = [
    ...METHODS.map((method) => [method, value[method], `${place}/${method}`] as const),
    ...Object.entries(additional).map(
      ([method, each]) => [method, each, `${place}/additionalOperations/${encodePart(method)}`] as const,
    ),
  ]
  return written.flatMap(([method, each, at]) => {
    if (each === undefined) return []
    const operation: Resolved = description.resolve(description.object(each, file, at), file)
    if (isInternal(operation.value)) return []
    const parameters = mergedParameters(value.parameters, operation, file, at, description)
    return [
      {
        method: method.toUpperCase(),
        path,
        operation,
        parameters: swaggerParameters(parameters),
        body: bodyOf(operation, parameters, at, description),
        responses: responsesOf(operation, at, description),
        callbacks: depth < DEEPEST_CALLBACK ? callbacksOf(operation, at, depth, description) : [],
        servers: listOf(operation.value.servers ?? value.servers),
        ofPath,
        groups,
      },
    ]
  })
}

function mergedParameters(
  ofPath: unknown,
  operation: Resolved,
  pathFile: string,
  place: string,
  description: Description,
): Resolved[] {
  const merged = new Map<string, Resolved>()
  const take = (parameter: unknown, file: string) => {
    const resolved = description.resolve(parameter, file)
    const { name, in: where } = resolved.value
    if (textOf(name) !== undefined) merged.set(`${where} ${name}`, resolved)
    else if (!isRecord(parameter) || parameter.$ref === undefined)
      description.report(file, `A parameter of ${place} has no name, so it is left out.`)
  }
  for (const parameter of listOf(ofPath)) take(parameter, pathFile)
  for (const parameter of listOf(operation.value.parameters)) take(parameter, operation.file)
  return [...merged.values()].filter(({ value }) => !isInternal(value))
}

function bodyOf(
  { value, file }: Resolved,
  parameters: readonly Resolved[],
  place: string,
  description: Description,
): Resolved | undefined {
  if (value.requestBody === undefined)
    return swaggerBody(parameters, value.consumes ?? description.root.consumes)
  const body = description.object(value.requestBody, file, `${place}/requestBody`)
  const resolved = description.resolve(body, file)
  return isInternal(resolved.value) ? undefined : resolved
}

function responsesOf(
  { value, file }: Resolved,
  place: string,
  description: Description,
): Operation['responses'] {
  const responses = description.object(value.responses, file, `${place}/responses`)
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, response]): [string, Resolved] => {
      const at = `${place}/responses/${encodePart(status)}`
      const resolved = description.resolve(description.object(response, file, at), file)
      return [status, swaggerResponse(resolved, value.produces ?? description.root.produces)]
    })
    .filter(([, response]) => !isInternal(response.value))
}

function callbacksOf(
  { value, file }: Resolved,
  place: string,
  depth: number,
  description: Description,
): Callback[] {
  const callbacks = description.object(value.callbacks, file, `${place}/callbacks`)
  return Object.entries(callbacks).flatMap(([name, callback]) => {
    const at = `${place}/callbacks/${encodePart(name)}`
    const resolved = description.resolve(description.object(callback, file, at), file)
    if (isInternal(resolved.value)) return []
    return Object.entries(resolved.value)
      .filter(([expression]) => !expression.startsWith('x-'))
      .flatMap(([expression, item]) =>
        operationsOf(expression, item, `${at}/${encodePart(expression)}`, description, {
          file: resolved.file,
          depth: depth + 1,
        }),
      )
      .map((operation) => ({ name, operation }))
  })
}
