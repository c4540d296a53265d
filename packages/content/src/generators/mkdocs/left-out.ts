import { isObject, textsOf } from '../../basics/records.ts'
import { isSet, said } from '../../formats/page/said.ts'
import type { PagePresence } from '../../layout/page-state.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { readYaml } from '../../located/read-yaml.ts'
import { below, folderOf } from '../../paths/folder.ts'
import { anyGlob } from '../../patterns/glob.ts'
import { ignoredBy } from '../../patterns/ignore-file.ts'
import { foundBy } from '../../patterns/regular-expression.ts'
import { pluginOf } from './configuration.ts'

/** https://www.mkdocs.org/user-guide/configuration/#exclude_docs: a rule of the site may take these back. */
const USUAL = '.*\n/templates/\n'

/**
 * Tells what MkDocs does not build, by paths below the folder of the pages: `exclude_docs`, `draft_docs`, and the plugin
 * mkdocs-exclude.
 *
 * @param text of the configuration, for one that is no valid YAML
 */
export function leftOut(
  config: Readonly<Record<string, unknown>>,
  text: string,
): (inside: string) => boolean {
  const rules = ['exclude_docs', 'draft_docs'].map((key) => linesOf(config[key]) ?? blockOf(text, key))
  const [isExcluded, isDraft] = [ignoredBy(`${USUAL}${rules[0]}`), ignoredBy(rules[1] ?? '')]
  const { glob, regex } = pluginOf(config, 'exclude') ?? {}
  const isGlob = anyGlob(textsOf(glob), { crossesFolders: true })
  const expressions = textsOf(regex).flatMap((each) => foundBy(each) ?? [])
  return (inside) =>
    isExcluded(inside) || isDraft(inside) || isGlob(inside) || expressions.some((isFound) => isFound(inside))
}

/**
 * What stands in a page's folder for its frontmatter: `.meta.yml` of the plugin meta, the nearest last, and what the
 * plugin mkdocs-exclude-search keeps out of the search.
 */
export function folderDefaults(
  { texts }: LayoutSource,
  root: string,
  config: Readonly<Record<string, unknown>>,
): (path: string) => Record<string, unknown> {
  const { meta_file: named, meta_files: _ } = pluginOf(config, 'meta') ?? {}
  const name = typeof named === 'string' ? named : '.meta.yml'
  const folders = new Map<string, Record<string, unknown>>()
  for (const [file, text] of texts)
    if (file.endsWith(`/${name}`) && below(root, file) !== undefined)
      folders.set(folderOf(file), readMeta(text))
  const { exclude, ignore } = pluginOf(config, 'exclude-search') ?? {}
  const isOut = anyGlob(textsOf(exclude), { crossesFolders: true })
  const isIn = anyGlob(textsOf(ignore), { crossesFolders: true })
  return (path) => {
    const inside = below(root, path) ?? path
    const around = [...folders].filter(([folder]) => path.startsWith(`${folder}/`))
    const parts = around.sort(([one], [other]) => one.length - other.length).map(([, said]) => said)
    return Object.assign({}, ...parts, isOut(inside) && !isIn(inside) ? { unlisted: true } : {})
  }
}

/** `search: exclude: true` of Material for MkDocs. */
export function presenceByMeta(frontmatter: Readonly<Record<string, unknown>>): PagePresence | undefined {
  const search = said(frontmatter, 'search')
  const isOut = typeof search === 'object' && search !== null && isSet(Reflect.get(search, 'exclude'))
  return isOut ? { state: 'unlisted' } : undefined
}

/** A folder whose file cannot be read is shown to nobody, as a page is. */
function readMeta(text: string): Record<string, unknown> {
  try {
    const value: unknown = readYaml(text)
    return value === null || value === undefined ? {} : isObject(value) ? value : { published: false }
  } catch {
    return { published: false }
  }
}

function linesOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return textsOf(value).join('\n')
  return typeof value === 'string' ? value : undefined
}

/** A block of text under a key, as far as its lines are indented. */
function blockOf(text: string, key: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`${key}:`))
  if (start < 0) return ''
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && !/^[ \t]/.test(line))
  return rest
    .slice(0, end < 0 ? undefined : end)
    .map((line) => line.trim())
    .join('\n')
}
