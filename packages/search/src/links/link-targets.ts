import { normalizePagePath, withoutAddressExtension } from '@docent/content'

/** A page, by where it is and where it is served. */
export interface PageAddress {
  path: string
  /** Repository-relative. */
  file: string
}

/**
 * Finds the page that a link leads to. Sites resolve links by their own rules (from the file or from the route, with a
 * base or without, with folders that count as pages), so that every reading is tried, the most exact first; what no
 * reading finds leads nowhere.
 */
export class LinkTargets {
  readonly #paths: ReadonlySet<string>
  readonly #byFile: ReadonlyMap<string, string>
  /** Of targets from the root, which many pages share. */
  readonly #known = new Map<string, string | undefined>()

  constructor(pages: readonly PageAddress[]) {
    this.#paths = new Set(pages.map(({ path }) => path))
    this.#byFile = new Map(
      pages.map(({ file, path }) => [normalizePagePath(withoutAddressExtension(file)), path]),
    )
  }

  /** Path of the page; undefined when there is none, or when it is the page itself. */
  find(target: string, from: PageAddress): string | undefined {
    const found = this.#find(withoutAddressExtension(target), from)
    return found === from.path ? undefined : found
  }

  #find(target: string, from: PageAddress): string | undefined {
    if (target === '') return undefined
    if (target.startsWith('/')) {
      if (!this.#known.has(target)) this.#known.set(target, this.#findRoute(normalizePagePath(target)))
      return this.#known.get(target)
    }
    const byFile = this.#byFile.get(normalizePagePath(`${from.file}/../${target}`))
    if (byFile !== undefined) return byFile
    const routes = [`${from.path}/../${target}`, `${from.path}/${target}`].map(normalizePagePath)
    return routes.find((path) => this.#paths.has(path))
  }

  #findRoute(path: string): string | undefined {
    if (this.#paths.has(path)) return path
    const belowBase = path.replace(/^\/[^/]+/, '')
    return this.#paths.has(belowBase) ? belowBase : undefined
  }
}
