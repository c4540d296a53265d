import { type Description, type Json, listOf, objectOf, type Resolved, textOf } from './description.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** One operation of a description. */
export interface Operation {
  /** Upper case; `WEBHOOK` for what the API calls. */
  method: string
  /** As written, such as `/users/{id}`; the name of a webhook. */
  path: string
  operation: Resolved
  /** Of the path and of the operation, which wins. */
  parameters: Resolved[]
  /** That the whole path is limited to (`x-mint.groups`). */
  groups: unknown
}

/** Every operation and webhook, in the order of the description. */
export function listOperations(description: Description): Operation[] {
  const { root } = description
  const paths = Object.entries(objectOf(root.paths)).flatMap(([path, item]) =>
    operationsOf(path, item, description),
  )
  const webhooks = Object.entries(objectOf(root.webhooks)).flatMap(([name, item]) =>
    operationsOf(name, item, description).map((operation) => ({ ...operation, method: 'WEBHOOK' })),
  )
  return [...paths, ...webhooks]
}

/** `POST /users`, as pages and navigation name it. */
export function operationName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`
}

export function operationTitle({ operation, method, path }: Operation): string {
  return textOf(operation.value.summary) ?? textOf(operation.value.operationId) ?? `${method} ${path}`
}

function operationsOf(path: string, item: unknown, description: Description): Operation[] {
  const { value, file } = description.resolve(item)
  return METHODS.flatMap((method) => {
    if (value[method] === undefined) return []
    const operation: Resolved = { value: objectOf(value[method]), file }
    const parameters = mergedParameters(value, operation, description)
    const { groups } = objectOf(value['x-mint'])
    return [{ method: method.toUpperCase(), path, operation, parameters, groups }]
  })
}

function mergedParameters(item: Json, operation: Resolved, description: Description): Resolved[] {
  const merged = new Map<string, Resolved>()
  for (const parameter of [...listOf(item.parameters), ...listOf(operation.value.parameters)]) {
    const resolved = description.resolve(parameter, operation.file)
    if (textOf(resolved.value.name) !== undefined)
      merged.set(`${resolved.value.in} ${resolved.value.name}`, resolved)
  }
  return [...merged.values()]
}
