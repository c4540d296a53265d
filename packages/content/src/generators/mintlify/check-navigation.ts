import type { Site } from '../../checks/checked-site.ts'
import type { Texts } from '../../located/read-script.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import type { Problem } from '../../paths/problem.ts'
import { locateNavigation } from './parse-navigation.ts'

/**
 * Holds a `docs.json` against the site: each entry resolves to a page, and none is listed twice in one place.
 *
 * @param texts of the files that it names with `$ref`
 */
export function checkNavigation(
  source: string,
  site: Pick<Site, 'hasPage'>,
  file = 'docs.json',
  texts?: Texts,
): Problem[] {
  const { entries, problems } = locateNavigation(source, file, texts)
  const seen = new Map<string, string>()
  for (const { path, written, language, version, breadcrumb, file: where, line, column } of entries) {
    if (!site.hasPage(path)) {
      const message = `"${written}" leads to no page: add ${path.slice(1) || 'index'}${FORMAT_EXTENSIONS.mdx[0]}, or take the entry out.`
      problems.push({
        file: where,
        line,
        column,
        rule: 'navigation-missing-page',
        message,
        severity: 'error',
      })
    }
    const key = JSON.stringify([language, version, breadcrumb, path])
    const first = seen.get(key)
    if (first === undefined) seen.set(key, `line ${line}${where === file ? '' : ` of ${where}`}`)
    else {
      const message = `"${written}" is already listed in ${first}.`
      problems.push({ file: where, line, column, rule: 'navigation-duplicate', message, severity: 'warning' })
    }
  }
  return problems
}
