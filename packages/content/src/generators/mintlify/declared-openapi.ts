import { isObject } from '../../basics/records.ts'
import type { DeclaredOpenapi } from '../../layout/site-layout.ts'
import { joinPath } from '../../paths/folder.ts'
import { normalizeSegments } from '../../paths/page-path.ts'
import { NAVIGATION_CONTAINERS } from './parse-navigation.ts'

const DEFAULT_DIRECTORY = 'api-reference'
/** `GET /users`, or with the description before it: `/api/openapi.json GET /users`. */
const OPERATION =
  /^(?:(\S+\.(?:json|ya?ml))\s+)?((?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+\S.*)$/i
const DEEPEST = 20

interface Description {
  source: string
  directory: string
}

/**
 * The OpenAPI descriptions that a `docs.json` or `mint.json` names, and which of their operations have pages: all where
 * an element of the navigation has a description and nothing else, else those that are listed.
 *
 * @see https://mintlify.com/docs/api-playground/organize-endpoints
 */
export function mintlifyOpenapi(config: unknown, root: string): DeclaredOpenapi[] {
  if (!isObject(config)) return []
  const declared = new Map<string, { directory: string; operations: Set<string> | 'all' }>()
  const at = ({ source, directory }: Description) => {
    const known = declared.get(source) ?? { directory, operations: new Set<string>() }
    declared.set(source, known)
    return known
  }
  const list = (written: string, around: readonly Description[]) => {
    const [, named, operation] = OPERATION.exec(written.trim()) ?? []
    if (operation === undefined) return
    const [method = '', ...path] = operation.trim().split(/\s+/)
    const name = `${method.toUpperCase()} ${path.join(' ')}`
    for (const each of named === undefined ? around : descriptionsOf(named, root)) {
      const { operations } = at(each)
      if (operations !== 'all') operations.add(name)
    }
  }
  const walk = (node: unknown, around: readonly Description[], depth: number): void => {
    if (depth > DEEPEST) return
    if (typeof node === 'string') list(node, around)
    else if (Array.isArray(node)) for (const item of node) walk(item, around, depth + 1)
    else if (isObject(node)) {
      const own = descriptionsOf(node.openapi, root)
      const below = NAVIGATION_CONTAINERS.filter((key) => node[key] !== undefined)
      for (const each of own) {
        const known = at(each)
        known.directory = each.directory
        if (below.length === 0) known.operations = 'all'
      }
      for (const key of below) walk(node[key], own.length > 0 ? own : around, depth + 1)
    }
  }
  const api = isObject(config.api) ? config.api.openapi : undefined
  const shared = descriptionsOf(api ?? config.openapi, root)
  for (const each of shared) at(each)
  walk(config.navigation, shared, 0)
  for (const key of ['tabs', 'anchors']) walk(config[key], shared, 0)
  return [...declared].map(([source, { directory, operations }]) => ({
    source,
    directory,
    ...(operations === 'all' ? {} : { operations: [...operations] }),
  }))
}

/** A path, several, or `{source, directory}`. A description on another server keeps its address, so that Docent can report it. */
function descriptionsOf(value: unknown, root: string): Description[] {
  if (Array.isArray(value)) return value.flatMap((item) => descriptionsOf(item, root))
  if (isObject(value)) {
    const directory = typeof value.directory === 'string' ? normalizeSegments(value.directory) : ''
    return descriptionsOf(value.source, root).map(({ source }) => ({
      source,
      directory: directory === '' ? DEFAULT_DIRECTORY : directory,
    }))
  }
  if (typeof value !== 'string') return []
  if (/^https?:\/\//i.test(value)) return [{ source: value, directory: DEFAULT_DIRECTORY }]
  if (!/\.(?:json|ya?ml)$/i.test(value) || /^[a-z]+:\/\//i.test(value)) return []
  return [{ source: joinPath(root, normalizeSegments(value)), directory: DEFAULT_DIRECTORY }]
}
