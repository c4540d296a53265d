import { defined } from '../../basics/defined.ts'
/** Where a file stands in Antora's structure: https://docs.antora.org/antora/latest/standard-directories. */
export interface AntoraPlace {
  /** Folder with the `antora.yml`. */
  folder: string
  module: string
  family: AntoraFamily
  /** Below the folder of the family. */
  relative: string
}

export type AntoraFamily = 'page' | 'partial' | 'example' | 'image' | 'attachment' | 'nav'

/** A resource as a page names it: `version@component:module:family$path`, each part but the last optional. */
export interface AntoraReference {
  version?: string
  component?: string
  module?: string
  family?: string
  path: string
}

const FOLDERS: Readonly<Record<Exclude<AntoraFamily, 'nav'>, readonly string[]>> = {
  page: ['pages'],
  partial: ['partials', 'pages/_partials'],
  example: ['examples'],
  image: ['images', 'assets/images'],
  attachment: ['attachments', 'assets/attachments'],
}
const FAMILIES = Object.entries(FOLDERS) as [Exclude<AntoraFamily, 'nav'>, readonly string[]][]

/** The folders of a family in a module, the usual one first. */
export function familyFolders(family: string): readonly string[] {
  return Object.hasOwn(FOLDERS, family) ? FOLDERS[family as keyof typeof FOLDERS] : []
}

/** @param inside path below the folder of the component */
export function antoraPlace(folder: string, inside: string): AntoraPlace | undefined {
  const match = /^modules\/([^/]+)\/(.+)$/.exec(inside)
  if (match === null) return undefined
  const [, module = '', rest = ''] = match
  // Partials of older sites lie among the pages: the longest folder counts.
  let found: AntoraPlace | undefined
  let longest = -1
  for (const [family, folders] of FAMILIES) {
    for (const each of folders) {
      if (!rest.startsWith(`${each}/`) || each.length <= longest) continue
      longest = each.length
      found = { folder, module, family, relative: rest.slice(each.length + 1) }
    }
  }
  return found ?? { folder, module, family: 'nav', relative: rest }
}

/** Takes a reference apart; undefined for what is none, such as an address. */
export function readReference(target: string): AntoraReference | undefined {
  if (/^[a-z]+:\/\//i.test(target) || target.startsWith('/') || target === '' || target.length > 1_000)
    return undefined
  const at = target.indexOf('@')
  const version = at < 0 ? undefined : target.slice(0, at)
  const parts = target.slice(at + 1).split(':')
  if (parts.length > 3) return undefined
  const last = parts.pop() ?? ''
  const module = parts.pop()
  const component = parts.pop()
  const dollar = last.indexOf('$')
  const family = dollar < 0 ? undefined : last.slice(0, dollar)
  const path = last.slice(dollar + 1)
  if (path === '') return undefined
  return {
    path,
    ...defined({ version }),
    ...(component === undefined || component === '' ? {} : { component }),
    ...(module === undefined ? {} : { module: module === '' ? 'ROOT' : module }),
    ...defined({ family }),
  }
}

export function writeReference({ version, component, module, family, path }: AntoraReference): string {
  const around =
    component !== undefined ? `${component}:${module ?? 'ROOT'}:` : module !== undefined ? `${module}:` : ''
  return `${version === undefined ? '' : `${version}@`}${around}${family === undefined ? '' : `${family}$`}${path}`
}
