import { type LocatedValue, valueAt, valuesUnder } from '../../located/located-value.ts'
import type { Texts } from '../../located/read-script.ts'
import { textsIn } from '../../located/texts-in.ts'
import { anyGlob } from '../../patterns/glob.ts'

/** https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#exclude: in place of these, when it is set. */
const USUAL = ['**/_*', '**/_*/**', '**/*.test.*', '**/__tests__/**']

/** What a plugin of Docusaurus does not build, by paths below the folder of its version. */
export interface LeftOut {
  file(inside: string): boolean
  /** Whether a version is one of the site, built or not. @param version undefined for the one in work */
  hasVersion(version: string | undefined): boolean
  buildsVersion(version: string | undefined): boolean
}

export function leftOutBy(settings: LocatedValue, texts: Texts): LeftOut {
  const exclude = valueAt(settings, 'exclude')
  const isExcluded = anyGlob(exclude === undefined ? USUAL : textsIn(exclude, texts))
  const include = listOf(valueAt(settings, 'include'))
  const isIncluded = include === undefined ? () => true : anyGlob(include)
  const only = listOf(valueAt(settings, 'onlyIncludeVersions'))
  const hasCurrent = !isLiteral(valueAt(settings, 'includeCurrentVersion'), false)
  const hasReleased = !isLiteral(valueAt(settings, 'disableVersioning'), true)
  return {
    file: (inside) => isExcluded(inside) || !isIncluded(inside),
    hasVersion: (version) => (version === undefined ? hasCurrent : hasReleased),
    buildsVersion: (version) => only === undefined || only.includes(version ?? 'current'),
  }
}

/** What is left out of `src/pages`. */
export function pagesLeftOut(root: LocatedValue | undefined, texts: Texts): (inside: string) => boolean {
  const settings = valuesUnder(root, 'pages')
  if (settings.some((each) => isLiteral(each, false))) return () => true
  return anyGlob(settings.flatMap((each) => textsIn(valueAt(each, 'exclude'), texts)))
}

/** Whether the configuration turns the usual plugin off with `docs: false`. */
export function hasNoDocs(root: LocatedValue | undefined): boolean {
  return valuesUnder(root, 'docs').some((each) => isLiteral(each, false))
}

/** A list without a part that is code; undefined for what may hold more. */
function listOf(value: LocatedValue | undefined): string[] | undefined {
  if (value?.kind !== 'list') return undefined
  const texts = value.items.flatMap(({ value: each }) => (each.kind === 'text' ? [each.value] : []))
  return texts.length === value.items.length ? texts : undefined
}

function isLiteral(value: LocatedValue | undefined, wanted: boolean): boolean {
  return value?.kind === 'plain' && value.value === wanted
}
