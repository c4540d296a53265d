import {
  checkNavigation,
  checkOpenapi,
  checkPage,
  isDocumentationFile,
  normalizePagePath,
  pagePathOf,
  parseNavigation,
  parsePage,
} from '@docent/content'
import type { AgentTask, TaskCheck, TaskResult } from './agent-task.ts'
import { ROOT } from './fixture-site.ts'

/** What does not hold of a result. */
export async function failuresOf(task: AgentTask, result: TaskResult): Promise<string[]> {
  const answers = await Promise.all(task.checks.map((check) => check(result)))
  return answers.filter((failure) => failure !== undefined)
}

/** Files that differ, came or went, sorted. */
export function changedFiles({ before, after }: TaskResult): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort()
}

/** Only these files changed; a name that ends in `/` stands for everything below it. */
export const changesOnly =
  (...allowed: string[]): TaskCheck =>
  (result) => {
    const more = changedFiles(result).filter(
      (path) => !allowed.some((each) => path === each || (each.endsWith('/') && path.startsWith(each))),
    )
    return more.length === 0 ? undefined : `changed ${more.join(', ')} as well`
  }

export const changesNothing: TaskCheck = (result) => {
  const files = changedFiles(result)
  return files.length === 0 ? undefined : `changed ${files.join(', ')}`
}

export const contains =
  (path: string, pattern: string | RegExp): TaskCheck =>
  ({ after }) => {
    const text = after.get(path)
    if (text === undefined) return `${path} is not there`
    return found(text, pattern) ? undefined : `${path} does not have ${String(pattern)}`
  }

export const lacks =
  (path: string, pattern: string | RegExp): TaskCheck =>
  ({ after }) =>
    found(after.get(path) ?? '', pattern) ? `${path} has ${String(pattern)}` : undefined

/** No documentation file has it. */
export const nowhere =
  (pattern: string | RegExp): TaskCheck =>
  ({ after }) => {
    const files = [...after].filter(([path, text]) => path.startsWith(`${ROOT}/`) && found(text, pattern))
    return files.length === 0 ? undefined : `${files.map(([path]) => path).join(', ')} has ${String(pattern)}`
  }

/** The file is as it was, but for lines that have this. */
export const changesOnlyLines =
  (path: string, pattern: RegExp): TaskCheck =>
  ({ before, after }) => {
    const rest = (text = '') =>
      text
        .split('\n')
        .filter((line) => !pattern.test(line))
        .join('\n')
    return rest(before.get(path)) === rest(after.get(path)) ? undefined : `${path} changed in other lines`
  }

export const isGone =
  (path: string): TaskCheck =>
  ({ after }) =>
    after.has(path) ? `${path} is still there` : undefined

/** The file's lines all end in CRLF, as they did. */
export const keepsCrlf =
  (path: string): TaskCheck =>
  ({ after }) =>
    /(^|[^\r])\n/.test(after.get(path) ?? '\n') ? `${path} has lines without CRLF` : undefined

export const navigationHas =
  (route: string): TaskCheck =>
  ({ after }) =>
    routes(after).includes(route) ? undefined : `the navigation has no ${route}`

export const navigationLacks =
  (route: string): TaskCheck =>
  ({ after }) =>
    routes(after).includes(route) ? `the navigation still has ${route}` : undefined

export const redirects =
  (from: string, to: string): TaskCheck =>
  ({ after }) => {
    const { redirects: list } = parseNavigation(after.get(`${ROOT}/docs.json`) ?? '')
    const target = list.find(({ source }) => normalizePagePath(source) === from)?.destination
    return target !== undefined && normalizePagePath(target) === to
      ? undefined
      : `no redirect leads from ${from} to ${to}`
  }

/** Pages parse, links, anchors and navigation entries resolve; what was broken before does not count. */
export const sound: TaskCheck = async ({ before, after }) => {
  const withoutLine = (problem: string) => problem.replace(/:\d+ /, ' ')
  const old = new Set((await siteProblems(before)).map(withoutLine))
  const fresh = (await siteProblems(after)).filter((problem) => !old.has(withoutLine(problem)))
  return fresh.length === 0 ? undefined : fresh.slice(0, 3).join('; ')
}

/** As `sound`, but nothing may be broken at all. */
export const wholeSiteSound: TaskCheck = async ({ after }) =>
  (await siteProblems(after)).slice(0, 3).join('; ') || undefined

/** The page has the frontmatter keys of another. */
export const frontmatterLike =
  (path: string, neighbour: string): TaskCheck =>
  ({ after }) => {
    const keys = (file: string) =>
      Object.keys(parsePage(file, after.get(file) ?? '', { root: ROOT }).page.frontmatter).sort()
    const [own, other] = [keys(path), keys(neighbour)]
    return own.join() === other.join() ? undefined : `${path} has the keys ${own.join(', ') || 'none'}`
  }

export const headings =
  (path: string, ...wanted: RegExp[]): TaskCheck =>
  ({ after }) => {
    const texts = parsePage(path, after.get(path) ?? '', { root: ROOT }).page.headings.map(({ text }) => text)
    const missing = wanted.filter((pattern) => !texts.some((text) => pattern.test(text)))
    return missing.length === 0 ? undefined : `${path} has no heading ${missing.map(String).join(', ')}`
  }

/** The description says the same API, but for its texts. */
export const sameApi =
  (path: string): TaskCheck =>
  ({ before, after }) => {
    // Frontmatter is YAML: the same reader reads a description.
    const bare = (text = '') =>
      JSON.stringify(withoutTexts(parsePage('api.md', `---\n${text}\n---\n`).page.frontmatter))
    return bare(before.get(path)) === bare(after.get(path)) ? undefined : `${path} describes another API`
  }

/** The closing message says it. */
export const says =
  (pattern: RegExp): TaskCheck =>
  ({ closing }) =>
    pattern.test(closing) ? undefined : `the closing message does not say ${String(pattern)}`

/** At least one of them holds. */
export const either =
  (...checks: TaskCheck[]): TaskCheck =>
  async (result) => {
    const wrong = await Promise.all(checks.map((check) => check(result)))
    return wrong.includes(undefined) ? undefined : wrong.join(', and ')
  }

function found(text: string, pattern: string | RegExp): boolean {
  return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text)
}

function routes(files: ReadonlyMap<string, string>): string[] {
  return parseNavigation(files.get(`${ROOT}/docs.json`) ?? '').pages.map(({ path }) => path)
}

async function siteProblems(files: ReadonlyMap<string, string>): Promise<string[]> {
  const pages = new Map(
    [...files.keys()]
      .filter((path) => path.startsWith(`${ROOT}/`) && isDocumentationFile(path))
      .map((path) => [pagePathOf(path, ROOT), path]),
  )
  const navigation = files.get(`${ROOT}/docs.json`) ?? '{}'
  const redirected = new Set(
    parseNavigation(navigation).redirects.map(({ source }) => normalizePagePath(source)),
  )
  const hasPage = (path: string) => pages.has(path) || redirected.has(path)
  const anchors = (route: string) => {
    const path = pages.get(route)
    return path === undefined ? undefined : parsePage(path, files.get(path) ?? '', { root: ROOT }).anchors
  }
  const hasFile = (path: string) => files.has(path)
  const problems = (
    await Promise.all(
      [...pages.values()].map((path) =>
        checkPage(path, files.get(path) ?? '', { root: ROOT, hasPage, hasFile, anchors }),
      ),
    )
  ).flat()
  problems.push(...checkNavigation(navigation, { hasPage }, `${ROOT}/docs.json`))
  const openapi = `${ROOT}/openapi.yaml`
  problems.push(...checkOpenapi(files.get(openapi) ?? '', openapi, { hasFile }))
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ file, line, message }) => `${file}:${line} ${message}`)
}

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, text]) => !(/^(description|summary)$/.test(key) && typeof text === 'string'))
      .map(([key, each]) => [key, withoutTexts(each)]),
  )
}
