import { type ActivePart, activeParts, isDocumentationFile } from '@docent/content'
import type { CallOptions } from '../../ports/call-options.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { decodeText } from '../site/decode-text.ts'
import { lineAt } from '../site/text-edit.ts'

/** Most pages that are read to find out whether the site has a part already. */
const MOST_PAGES = 20
const MOST_PARTS = 50
const MOST_SHOWN = 5
const COMPONENT_ENDINGS = [
  '',
  '.tsx',
  '.jsx',
  '.ts',
  '.js',
  '.mjs',
  '.vue',
  '.astro',
  '.svelte',
  '/index.tsx',
  '/index.jsx',
  '/index.ts',
  '/index.js',
]

const WHAT: Readonly<Record<ActivePart['kind'], string>> = {
  import: 'an import',
  export: 'an export',
  expression: 'an expression that runs',
  template: 'a template expression that runs',
  script: 'a script',
  address: 'an address that runs a script',
  directive: 'a directive that runs code or brings raw output',
  include: 'a file from outside of the documentation',
  command: 'a comment that runs a command',
  metadata: 'metadata that runs code',
  cell: 'a code cell',
  style: 'a style rule that loads code',
}

interface Page extends CallOptions {
  workspace: Workspace
  path: string
  text: string
  /** What the text brings. */
  found: readonly ActivePart[]
  /** What the file had. */
  known: readonly ActivePart[]
}

/** Parts of a text that neither its file nor any other page of the site has. */
export async function unknownParts({
  workspace,
  path,
  text,
  found,
  known,
  signal,
}: Page): Promise<ActivePart[]> {
  const options = signal === undefined ? {} : { signal }
  const keys = new Set(known.map(({ key }) => key))
  const fresh = await withTemplatesInCode(found)
  const unknown: ActivePart[] = []
  for (const [at, part] of fresh.filter(({ key }) => !keys.has(key)).entries()) {
    if (at < MOST_PARTS && (await isKnownInSite(part))) continue
    unknown.push(part)
  }
  return unknown

  /** mkdocs-macros reads templates in code blocks, too. */
  async function withTemplatesInCode(parts: readonly ActivePart[]): Promise<ActivePart[]> {
    if (!isDocumentationFile(path) || !/\{\{|\{%/.test(text)) return [...parts]
    const { hits } = await workspace.search(
      {
        pattern: 'macros',
        fixed: true,
        paths: ['*mkdocs*.yml', '*mkdocs*.yaml', '**/*mkdocs*.yml'],
        limit: 1,
      },
      options,
    )
    return hits.length === 0 ? [...parts] : activeParts(path, text, { templatesInCode: true })
  }

  async function isKnownInSite(part: ActivePart): Promise<boolean> {
    if (part.module !== undefined && (await isComponent(part.module))) return true
    const line = longestLine(part)
    if (line.length < 4) return false
    const { hits } = await workspace.search({ pattern: line, fixed: true, limit: 200 }, options)
    const pages = [...new Set(hits.map((hit) => hit.path))].filter(
      (each) => each !== path && isDocumentationFile(each),
    )
    for (const page of pages.slice(0, MOST_PAGES)) {
      const bytes = await workspace.read(page, options)
      if (bytes !== undefined && activeParts(page, decodeText(bytes)).some((each) => isSame(each, part)))
        return true
    }
    return false
  }

  /** A module of the repository that is made for pages: one in a folder of components. */
  async function isComponent(module: string): Promise<boolean> {
    const inside = /(?:^|\/)((?:[\w-]{0,100}components|snippets)\/[\w./-]{1,500})$/i.exec(module)?.[1]
    if (inside === undefined || inside.includes('..')) return false
    const endings = COMPONENT_ENDINGS.map((ending) => `/${inside}${ending}`)
    const files = await workspace.list(options)
    return files.some((file) => file.kind === 'file' && endings.some((end) => `/${file.path}`.endsWith(end)))
  }
}

/** Paths from the top of a site and from the top of its repository can name one module. */
function isSame(one: ActivePart, other: ActivePart): boolean {
  if (one.module === undefined || other.module === undefined) return one.key === other.key
  const [a, b] = [one.module, other.module]
  const isPath = (module: string) => /^\/[^/]+\//.test(module)
  return a === b || (isPath(a) && isPath(b) && (a.endsWith(b) || b.endsWith(a)))
}

/** What is looked for in other pages: of an import its module, of a call its name. */
function longestLine({ module, key, text }: ActivePart): string {
  if (module !== undefined) return module.slice(module.lastIndexOf('/') + 1).replace(/^\.+/, '')
  const called = /(?<![\w$.])([\w$.]+)\(…\)$/.exec(key)?.[1]
  if (called !== undefined) return `${called}(`
  const lines = text.replace(/…$/, '').split('\n')
  return lines
    .map((line) => line.trim())
    .reduce((one, other) => (other.length > one.length ? other : one), '')
}

/** Why a text is refused, made for the model to read. */
export function describeCode(path: string, text: string, parts: readonly ActivePart[]): string {
  const shown = parts
    .slice(0, MOST_SHOWN)
    .map((part) => `line ${lineAt(text, part.offset)}: ${WHAT[part.kind]}: ${part.text.replace(/\s+/g, ' ')}`)
  const more = parts.length > MOST_SHOWN ? `\nand ${parts.length - MOST_SHOWN} more` : ''
  return `${path} was not written: it would bring code that no page of the site has, and a build or a browser runs it.\n${shown.join('\n')}${more}\nWrite it as text, data, or a code block, or use what other pages use. Leave new code to the person and say so. An operator can allow it with agent.allowPaths.`
}
