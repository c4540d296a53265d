import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import {
  checkPage,
  detectLayout,
  extractLinks,
  isDocumentationFile,
  pagePathOf,
  parsePage,
  resolveLink,
  rewriteSiteLinks,
  SiteMap,
} from '@docent/content'
import type { PlannedCall, SessionPlan } from './plan-session.ts'
import type { SessionTimes } from './session-times.ts'

const exec = promisify(execFile)

export interface PlainSession {
  gitDir: string
  branch: string
  base: string
  /** Where the checkout goes. */
  folder: string
}

/**
 * The same session as agents have it elsewhere: a fresh `git clone --depth 1`, files read and written by node:fs, search
 * by `grep -r`. Links of a moved page and the checks use the same functions on text.
 */
export async function plainSession(plan: SessionPlan, session: PlainSession): Promise<SessionTimes> {
  const { gitDir, branch, folder } = session
  const start = performance.now()
  const git = (...args: string[]) => exec('git', args, { maxBuffer: 1 << 28 })
  await git('clone', '--quiet', '--depth', '1', '--branch', branch, pathToFileURL(gitDir).href, folder)
  const tools = new PlainTools(folder, plan.root, session.base)
  const slowest: Record<string, number> = {}
  const failures: string[] = []
  let firstMs = 0
  for (const [n, call] of plan.calls.entries()) {
    const began = performance.now()
    try {
      await tools.run(call)
    } catch (error) {
      failures.push(`${call.tool}: ${error instanceof Error ? error.message : String(error)}`)
    }
    slowest[call.tool] = Math.max(slowest[call.tool] ?? 0, performance.now() - began)
    if (n === 0) firstMs = performance.now() - start
  }
  const callsMs = performance.now() - start
  await git('-C', folder, 'add', '--all')
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com']
  await git('-C', folder, ...identity, 'commit', '--quiet', '--message', 'docs: session')
  const totalMs = performance.now() - start
  const { stdout } = await git('-C', folder, 'diff', '--name-only', '--no-renames', 'HEAD^', 'HEAD')
  return { firstMs, callsMs, totalMs, slowest, changed: stdout.trim().split('\n').length, failures }
}

class PlainTools {
  readonly #touched = new Set<string>()

  constructor(
    private readonly folder: string,
    private readonly root: string,
    private readonly base: string,
  ) {}

  async run({ tool, input }: PlannedCall): Promise<string> {
    const {
      path = '',
      pattern,
      paths,
      fixed,
      context,
      content,
      old_text,
      new_text,
      from,
      to,
    } = input as Record<string, string>
    switch (tool) {
      case 'list_files':
        return (await this.#files(path)).join('\n')
      case 'read_file': {
        const lines = (await this.#read(path)).split('\n')
        const { start_line = 1, end_line = lines.length } = input as Record<string, number>
        return lines.slice(start_line - 1, end_line).join('\n')
      }
      case 'search_files': {
        const where = (paths as unknown as string[] | undefined) ?? ['.']
        const options = [fixed ? '-F' : '-E', ...(context ? ['-C', String(context)] : [])]
        return this.#grep(['-rnI', '--exclude-dir=.git', ...options, '-e', pattern ?? '', ...where])
      }
      case 'edit_file': {
        const text = await this.#read(path)
        if (text.split(old_text ?? '').length !== 2) throw new Error('The text is not there once.')
        return this.#write(
          path,
          text.replace(old_text ?? '', () => new_text ?? ''),
        )
      }
      case 'write_file':
        return this.#write(path, content ?? '')
      case 'move_file':
        return this.#move(from ?? '', to ?? '')
      default:
        return this.#check()
    }
  }

  async #files(below: string): Promise<string[]> {
    const entries = await readdir(join(this.folder, below), { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git'))
      .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
      .sort()
  }

  #read(path: string): Promise<string> {
    return readFile(join(this.folder, path), 'utf8')
  }

  async #write(path: string, text: string): Promise<string> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true })
    await writeFile(join(this.folder, path), text)
    this.#touched.add(path)
    return path
  }

  async #grep(args: readonly string[]): Promise<string> {
    try {
      return (await exec('grep', args, { cwd: this.folder, maxBuffer: 1 << 28 })).stdout
    } catch (error) {
      // Exit code 1: no match.
      if (error instanceof Error && 'code' in error && error.code === 1) return ''
      throw error
    }
  }

  async #move(from: string, to: string): Promise<string> {
    const before = await this.#map()
    await rename(join(this.folder, from), join(this.folder, to))
    this.#touched.add(to)
    const move = { before, after: await this.#map(), moves: new Map([[from, to]]) }
    const own = await this.#read(to)
    await this.#write(to, rewriteSiteLinks(own, from, move).text)
    const name =
      from
        .split('/')
        .at(-1)
        ?.replace(/\.mdx?$/, '') ?? ''
    const named = await this.#grep([
      '-rlF',
      '--include=*.md',
      '--include=*.mdx',
      '-e',
      name,
      this.root || '.',
    ])
    for (const path of named.split('\n').filter((each) => each !== '' && each !== to)) {
      const text = await this.#read(path)
      const after = rewriteSiteLinks(text, path, move).text
      if (after !== text) await this.#write(path, after)
    }
    return to
  }

  /** The pages of a plain folder. */
  async #map(): Promise<SiteMap> {
    const files = new Set(await this.#files(''))
    const layout = detectLayout({ files: [], texts: new Map() })
    return new SiteMap({ layout, files, root: this.root, base: this.base }, files)
  }

  /** Problems of what was changed, without looking at what was broken before. */
  async #check(): Promise<string> {
    const files = new Set(await this.#files(''))
    const pages = new Map(
      [...files].filter(isDocumentationFile).map((path) => [pagePathOf(path, this.root), path]),
    )
    const site = { root: this.root, ...(this.base === '' ? {} : { base: this.base }) }
    const anchors = new Map<string, readonly string[]>()
    const problems: unknown[] = []
    for (const path of [...this.#touched].filter((each) => files.has(each))) {
      const text = await this.#read(path)
      for (const { target } of extractLinks(text, path)) {
        const link = resolveLink(path, target, site)
        const page = link?.kind === 'page' && link.anchor !== '' ? pages.get(link.path) : undefined
        if (link?.kind !== 'page' || page === undefined || anchors.has(link.path)) continue
        anchors.set(link.path, [...parsePage(page, await this.#read(page), { root: this.root }).anchors])
      }
      const found = await checkPage(path, text, {
        ...site,
        hasPage: (route) => pages.has(route),
        hasFile: (file) => files.has(file),
        anchors: (route) => anchors.get(route),
      })
      problems.push(...found)
    }
    return String(problems.length)
  }
}
