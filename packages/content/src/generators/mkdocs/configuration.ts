import { isObject, objectOf } from '../../basics/records.ts'
import { LineIndex } from '../../located/line-index.ts'
import { readYaml } from '../../located/read-yaml.ts'
import { folderOf } from '../../paths/folder.ts'
import { normalizeSegments } from '../../paths/page-path.ts'
import type { Problem } from '../../paths/problem.ts'

export type Settings = Readonly<Record<string, unknown>>

export interface Configuration {
  settings: Settings
  /** Of the file and of those that it inherits, for what is no plain YAML. */
  text: string
  problems: Problem[]
}

const DEEPEST = 5

/** Reads `mkdocs.yml` with what it inherits: https://www.mkdocs.org/user-guide/configuration/#configuration-inheritance. */
export function readConfiguration(
  file: string,
  texts: ReadonlyMap<string, string>,
  depth = 0,
): Configuration {
  const text = texts.get(file) ?? ''
  const report = (message: string, severity: Problem['severity'], at = 0): Problem => ({
    ...{ file, ...new LineIndex(text).at(at), rule: 'navigation-invalid', message, severity },
  })
  let own: Settings
  try {
    own = objectOf(readYaml(text))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    const problem = report(`The file is not valid YAML: ${reason}.`, 'error')
    return { settings: {}, text, problems: [problem] }
  }
  const { INHERIT: inherited, ...settings } = own
  if (typeof inherited !== 'string') return { settings, text, problems: [] }
  const base = normalizeSegments(`${folderOf(file)}/${inherited}`)
  if (!texts.has(base) || depth === DEEPEST) {
    const message = `"${inherited}" is not read: what it sets is missing here. Docent reads files whose names begin with "mkdocs".`
    return { settings, text, problems: [report(message, 'warning', Math.max(0, text.indexOf('INHERIT')))] }
  }
  const above = readConfiguration(base, texts, depth + 1)
  return {
    settings: merged(above.settings, settings),
    text: `${text}\n${above.text}`,
    problems: above.problems,
  }
}

function merged(above: Settings, own: Settings, depth = 0): Settings {
  const whole = { ...above, ...own }
  for (const [key, value] of Object.entries(own)) {
    const other = above[key]
    if (isObject(value) && isObject(other) && depth < 20) whole[key] = merged(other, value, depth + 1)
  }
  return whole
}

/** Settings of a plugin, none for its name alone; undefined where it is not in use. Its name may follow that of a theme. */
export function pluginOf({ plugins }: Settings, name: string): Settings | undefined {
  const isNamed = (key: string) => key === name || key.endsWith(`/${name}`)
  for (const plugin of Array.isArray(plugins) ? plugins : [plugins]) {
    if (typeof plugin === 'string' && isNamed(plugin)) return {}
    for (const [key, settings] of Object.entries(objectOf(plugin)))
      if (isNamed(key)) return objectOf(settings).enabled === false ? undefined : objectOf(settings)
  }
  return undefined
}

export function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
