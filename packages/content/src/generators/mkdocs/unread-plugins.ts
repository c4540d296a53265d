import { LineIndex } from '../../located/line-index.ts'
import type { Problem } from '../../paths/problem.ts'
import { pluginOf, type Settings } from './configuration.ts'

/** Plugins that write what only a build knows, and what of it is missing. */
const UNREAD: Readonly<Record<string, string>> = {
  macros: 'what stands in {{ }} and {% %} is shown as it is written',
  mkdocstrings: 'what it writes in place of ::: is missing',
  'gen-files': 'the pages that its scripts write are missing',
  monorepo: 'the pages that it takes from other folders are missing',
  multirepo: 'the pages that it takes from other repositories are missing',
  'awesome-nav': 'pages have the order of their folders',
}

/** What plugins and programs do to a site, and Docent does not. */
export function unreadPlugins(settings: Settings, file: string, text: string): Problem[] {
  const problem = (name: string, lost: string): Problem => {
    const at = Math.max(0, text.search(new RegExp(`(?<![\\w-])${name}(?![\\w-])`)))
    const message = `The plugin ${name} runs when the site is built: ${lost}.`
    return { file, ...new LineIndex(text).at(at), rule: 'navigation-computed', message, severity: 'warning' }
  }
  return Object.entries(UNREAD).flatMap(([name, lost]) =>
    pluginOf(settings, name) === undefined ? [] : [problem(name, lost)],
  )
}
