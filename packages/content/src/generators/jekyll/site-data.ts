import { isObject } from '../../basics/records.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { readYaml } from '../../located/read-yaml.ts'
import { below, joinPath } from '../../paths/folder.ts'

/** What files of `_data` hold, by their folders and names: https://jekyllrb.com/docs/datafiles. */
export function siteData({ texts }: LayoutSource, root: string): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const [file, text] of texts) {
    const inside = below(joinPath(root, '_data'), file)
    const [, path, extension] = /^(.+)\.(ya?ml|json)$/.exec(inside ?? '') ?? []
    if (path === undefined) continue
    const keys = path.split('/')
    const name = keys.pop() ?? ''
    let folder = data
    for (const key of keys) {
      const own = Object.hasOwn(folder, key) ? folder[key] : undefined
      const next = isObject(own) ? own : {}
      if (key !== '__proto__') folder[key] = next
      folder = next
    }
    if (name !== '__proto__') folder[name] = parsed(text, extension === 'json')
  }
  return data
}

/** Nothing for a file that can't be read: its build fails. */
function parsed(text: string, isJson: boolean): unknown {
  try {
    return isJson ? JSON.parse(text) : readYaml(text)
  } catch {
    return undefined
  }
}
