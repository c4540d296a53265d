import { textsOf } from '../../basics/records.ts'
import { said } from '../../formats/page/said.ts'
import { anyGlob } from '../../patterns/glob.ts'
import { foundBy } from '../../patterns/regular-expression.ts'
import type { HugoTimes } from './presence.ts'

/** What the configuration of a Hugo site says of pages that it does not build. */
export interface HugoBuild extends HugoTimes {
  /** @param file below the folder of the site */
  ignores(file: string): boolean
  /** Languages that are turned off. */
  disabled: ReadonlySet<string>
}

/** https://gohugo.io/configuration/all/#ignorefiles. */
export function hugoBuild(
  config: Readonly<Record<string, unknown>>,
  languages: Readonly<Record<string, unknown>>,
): HugoBuild {
  const expressions = textsOf(said(config, 'ignoreFiles')).flatMap((each) => foundBy(each) ?? [])
  const off = Object.entries(languages).filter(([, settings]) => isOff(settings))
  const disabled = [...off.map(([name]) => name), ...textsOf(said(config, 'disableLanguages'))]
  return {
    ignores: (file) =>
      /(?:^|\/)[.#][^/]*$|~$/.test(file) || expressions.some((isFound) => isFound(`/${file}`)),
    disabled: new Set(disabled.map((name) => name.toLowerCase())),
    buildsFuture: said(config, 'buildFuture') === true,
    buildsExpired: said(config, 'buildExpired') === true,
  }
}

/** Which files of a mounted folder are taken, by paths below it. */
export function mountedFiles(mount: Readonly<Record<string, unknown>>): (inside: string) => boolean {
  const files = textsOf(said(mount, 'files'))
  const included = [...textsOf(said(mount, 'includeFiles')), ...files.filter((glob) => !isNot(glob))]
  const excluded = [
    ...textsOf(said(mount, 'excludeFiles')),
    ...files.filter(isNot).map((glob) => glob.replace(/^!\s*/, '')),
  ]
  const isIncluded = included.length === 0 ? () => true : anyGlob(included.map(fromTop))
  const isExcluded = anyGlob(excluded.map(fromTop))
  return (inside) => isIncluded(inside) && !isExcluded(inside)
}

function isNot(glob: string): boolean {
  return glob.startsWith('!')
}

function fromTop(glob: string): string {
  return glob.replace(/^\/+/, '')
}

function isOff(settings: unknown): boolean {
  return typeof settings === 'object' && settings !== null && said({ ...settings }, 'disabled') === true
}
