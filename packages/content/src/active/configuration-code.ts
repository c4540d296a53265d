import { parse as parseToml, TomlError } from 'smol-toml'
import { isAlias, isMap, isScalar, isSeq, type Node, parseAllDocuments, visit, type YAMLMap } from 'yaml'
import { ofGenerators } from '../generators/generators.ts'
import { isLayoutFile } from '../generators/layout-file.ts'
import type { SettingsFile } from '../layout/generator.ts'
import { isActiveAddress } from './addresses.ts'
import { codeOfNavigation, isOnlyNavigation } from './navigation-code.ts'

/** Of tools whose sites have no generator of their own here. */
const OTHERS: readonly SettingsFile[] = [
  {
    file: /(?:^|\/)_(?:quarto|website|bookdown|metadata|variables)[^/]*\.ya?ml$/i,
    navigation: [
      'website.sidebar',
      'website.navbar',
      'website.page-footer',
      'book.chapters',
      'book.parts',
      'book.appendices',
      'rmd_files',
    ],
  },
]
const configurations = ofGenerators((all) => [...all.flatMap(({ settings }) => settings ?? []), ...OTHERS])

/** True for a script that a run may change at its navigation. */
export function isNavigationScript(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file) && isLayoutFile(file) && !/(?:^|\/)source\.config\.[^/]+$/.test(file)
}

/**
 * What is in a configuration beside its navigation, in one form. Undefined for a file of another kind; `null` for one
 * that cannot be read for certain.
 */
export function codeBesideNavigation(file: string, text: string): string | null | undefined {
  if (isNavigationScript(file)) return codeOfNavigation(file, text) ?? null
  const candidates = configurations().filter((each) => each.file.test(file))
  if (candidates.length === 0) return undefined
  const root = /\.toml$/i.test(file) ? tomlOf(text) : yamlOf(text)
  const keys = typeof root === 'object' && root !== null && !Array.isArray(root) ? Object.keys(root) : []
  const found = candidates.find(({ marks }) => marks === undefined || keys.some((key) => marks.test(key)))
  if (found === undefined) return undefined
  if (root === null) return null
  return JSON.stringify(
    beside(
      root,
      [],
      found.navigation.map((path) => path.split('.')),
    ),
  )
}

/** True for a new file that holds navigation alone. */
export function isNewNavigation(file: string, text: string): boolean {
  if (isNavigationScript(file)) return isOnlyNavigation(file, text)
  const code = codeBesideNavigation(file, text)
  return code === undefined || code === '{}' || code === 'null'
}

/** A value without the plain text of its navigation. */
function beside(
  value: unknown,
  path: readonly string[],
  navigation: readonly (readonly string[])[],
): unknown {
  if (navigation.some((each) => matches(each, path))) return unusual(value)
  if (Array.isArray(value)) return value.map((each, at) => beside(each, [...path, String(at)], navigation))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, each]) => [key, beside(each, [...path, key], navigation)] as const)
    .filter(([key, each]) => each !== undefined || !navigation.some((nav) => matches(nav, [...path, key])))
  return Object.fromEntries(entries)
}

/** Tags, anchors, and addresses that run, within navigation; undefined where there are none. */
function unusual(value: unknown): unknown {
  const found: unknown[] = []
  const look = (each: unknown): void => {
    if (typeof each === 'string') {
      if (isActiveAddress(each)) found.push(each)
    } else if (Array.isArray(each)) each.forEach(look)
    else if (typeof each === 'object' && each !== null) {
      if (MARK in each) found.push(each)
      else for (const [key, inner] of Object.entries(each)) [key, inner].forEach(look)
    }
  }
  look(value)
  return found.length === 0 ? undefined : found
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((key, at) => key === '*' || key === path[at])
}

const MARK = '\u0000'

function tomlOf(text: string): unknown {
  try {
    return parseToml(text)
  } catch (error) {
    if (error instanceof TomlError) return null
    throw error
  }
}

/** Plain values, with tags, anchors, and aliases as records of their own; null for what has mistakes. */
function yamlOf(text: string): unknown {
  // The parser compares each key with all others of its mapping: twins are looked for here, in linear time.
  const documents = parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: false })
  if (!Array.isArray(documents)) return {}
  const [document] = documents
  if (documents.length > 1 || document === undefined || document.errors.length > 0) return null
  let hasTwins = false
  visit(document, {
    Map(_, map) {
      hasTwins ||= hasTwinKeys(map)
    },
  })
  if (hasTwins) return null
  return dataOf(document.contents ?? undefined) ?? {}
}

function hasTwinKeys({ items }: YAMLMap): boolean {
  return new Set(items.map(({ key }) => JSON.stringify(dataOf(key)))).size < items.length
}

function dataOf(node: unknown): unknown {
  const plain = plainOf(node)
  const { tag, anchor } = (node ?? {}) as { tag?: string; anchor?: string } & Partial<Node>
  const isStandard =
    tag === undefined || (tag.startsWith('tag:yaml.org,2002:') && !/python|js\/|ruby/.test(tag))
  return isStandard && anchor === undefined ? plain : { [MARK]: [tag, anchor, plain] }
}

function plainOf(node: unknown): unknown {
  if (isAlias(node)) return { [MARK]: node.source }
  if (isScalar(node)) return node.value
  if (isSeq(node)) return node.items.map(dataOf)
  if (isMap(node))
    return Object.fromEntries(
      node.items.map(({ key, value }) => {
        const name = dataOf(key)
        return [typeof name === 'string' ? name : JSON.stringify(name), dataOf(value)]
      }),
    )
  return node === undefined || node === null ? null : String(node)
}
