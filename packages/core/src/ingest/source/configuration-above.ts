import { configurationNames, namedSettings } from '@docent/content'
import type { Project } from '../../domain/project.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { DocsSource } from '../../ports/docs-source.ts'
import { withinRepository } from './repository-path.ts'

/** Files of a folder above the documentation that may configure its site. */
export interface ConfigurationAbove {
  /** From the root of the repository; '' is the root. */
  folder: string
  /** Path of the documentation folder from there. */
  inside: string
  /** By path in the folder above. */
  texts: ReadonlyMap<string, Uint8Array>
}

const IMPORTED = /(?:from|import|require\()\s*['"](\.{1,2}\/[^'"\n]+)['"]/g
const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.mts', '/index.js']
const MOST_BYTES = 256 * 1024
const MOST_IMPORTS = 40

/**
 * Reads the configurations of sites in the folders above the documentation of a project, the nearest first: without
 * them pages have other addresses than on the site, and no order. Empty for a source that reads no single files.
 */
export async function configurationAbove(
  source: DocsSource,
  project: Project,
  revision: string,
  options: CallOptions,
): Promise<ConfigurationAbove[]> {
  const parts = project.docsPath.split('/').filter((part) => part !== '')
  const found: ConfigurationAbove[] = []
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    const folder = parts.slice(0, depth).join('/')
    const texts = await readFolder(async (name) => {
      const path = folder === '' ? name : `${folder}/${name}`
      return source.readFile?.(project, { revision, path, maxBytes: MOST_BYTES }, options)
    })
    if (texts.size > 0) found.push({ folder, inside: parts.slice(depth).join('/'), texts })
  }
  return found
}

/** The configurations of one folder, and what they name and import within it. */
async function readFolder(
  read: (name: string) => Promise<Uint8Array | undefined>,
): Promise<Map<string, Uint8Array>> {
  const texts = new Map<string, Uint8Array>()
  const take = async (name: string): Promise<boolean> => {
    const content = texts.get(name) ?? (await read(name))
    if (content !== undefined) texts.set(name, content)
    return content !== undefined
  }
  const { files, beside } = configurationNames()
  for (const name of files) await take(name)
  if (texts.size === 0) return texts
  for (const name of beside) await take(name)
  // A map gives what is added while it is walked through.
  for (const [name, content] of texts)
    for (const wanted of importsOf(name, new TextDecoder().decode(content))) {
      if (texts.size >= MOST_IMPORTS) return texts
      for (const ending of ENDINGS) if (await take(wanted + ending)) break
    }
  for (const name of namedSettings(texts)) if (texts.size < MOST_IMPORTS) await take(name)
  return texts
}

function importsOf(name: string, text: string): string[] {
  if (!/\.[cm]?[jt]s$/.test(name)) return []
  return [...text.matchAll(IMPORTED)]
    .map(([, path = '']) => withinRepository(`${name}/../${path}`))
    .filter((path) => path !== undefined)
}
