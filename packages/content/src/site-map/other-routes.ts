import { pageEndings } from '../paths/page-extension.ts'
import { normalizePagePath } from '../paths/page-path.ts'

const PAGE = new RegExp(String.raw`(?<=[\s\S])\.(?:astro|[jt]sx?|vue|svelte|html|${pageEndings()})$`)
const PAGES = /^(?:.*\/)?pages\/([\s\S]+)/
const ROUTE = new RegExp(String.raw`(?<=^|\/)(?:page|route)\.(?:[jt]sx?|${pageEndings()})$`)
const APP = /^(?:.*\/)?app\/([\s\S]*)/
const ASSETS = /^(?:.*?\/)?(?:public|static)\/([\s\S]+)/
const BLOG = /^(?:.*\/)?blog\/[^/]+/

/**
 * What a host serves beside the pages of the documentation: pages of its framework, and files of its public folders.
 */
export class OtherRoutes {
  readonly #routes = new Set<string>()
  readonly #prefixes: string[] = []
  readonly #assets = new Set<string>()

  constructor(files: Iterable<string>) {
    for (const file of files) this.#add(file)
  }

  /** True when the host has a page of its own at a route, or makes pages below it. */
  hasPage(route: string): boolean {
    return this.#routes.has(route) || this.#prefixes.some((prefix) => route.startsWith(prefix))
  }

  /** True for a file of a public folder. @param path from the top of the host, with or without leading slash */
  hasAsset(path: string): boolean {
    const asset = path.replace(/^\/+|(?<!\/)\/+$/g, '')
    return (
      this.#assets.has(asset) || this.#assets.has(`${asset}/index.html`) || this.#assets.has(`${asset}.html`)
    )
  }

  #add(file: string): void {
    const asset = ASSETS.exec(file)?.[1]
    if (asset !== undefined) this.#assets.add(asset)
    if (BLOG.test(file) && !this.#prefixes.includes('/blog')) this.#prefixes.push('/blog')
    const page = routeIn(file, PAGE, PAGES) ?? (routeIn(file, ROUTE, APP)?.replace(/\/$/, '') || undefined)
    if (page === undefined) return
    const parts = page.split('/').filter((part) => !/^\(.*\)$/.test(part))
    const open = parts.findIndex((part) => part.includes('['))
    if (open < 0) this.#routes.add(normalizePagePath(parts.join('/')))
    // One that makes every page of the host makes those of the documentation, too.
    else if (open > 0) this.#prefixes.push(`/${parts.slice(0, open).join('/')}/`)
  }
}

/** What a file adds to the routes of its folder, which has a name that frameworks know. */
function routeIn(file: string, ending: RegExp, folder: RegExp): string | undefined {
  const end = file.search(ending)
  return end < 0 ? undefined : folder.exec(file.slice(0, end))?.[1]
}
