import { extractLinks, isDocumentationFile, pagePathOf, resolveLink } from '@docent/content'
import { runGit } from '@docent/git'

/** One tool call of a session. */
export interface PlannedCall {
  tool: string
  input: Record<string, unknown>
}

export interface SessionPlan {
  /** Documentation folder: the deepest that holds four fifths of all pages. */
  root: string
  pages: number
  calls: PlannedCall[]
}

/**
 * A session as an agent has it, made for whatever repository is given: look around, read, edit, write, move the page
 * that most others link to, check. The same repository gives the same calls.
 */
export async function planSession(gitDir: string, branch: string, base: string): Promise<SessionPlan> {
  const git = async (...args: string[]) => (await runGit(args, { gitDir })).stdout.toString()
  const files = (await git('ls-tree', '-r', '-z', '--name-only', branch)).split('\0').filter(Boolean)
  const pages = files.filter(isDocumentationFile)
  const root = folderOf(pages)
  const inside = pages.filter((path) => path.startsWith(`${root}/`) || root === '')
  const texts = new Map<string, string>()
  for (const path of inside) texts.set(path, await git('cat-file', 'blob', `${branch}:${path}`))
  const some = Array.from({ length: 8 }, (_, n) => inside[Math.floor(((n + 0.5) * inside.length) / 8)] ?? '')
  const moved = mostLinked(texts, root, base)
  const call = (tool: string, input: Record<string, unknown>): PlannedCall => ({ tool, input })
  const search = (pattern: string, more: object = {}) =>
    call('search_files', { pattern, paths: [root], ...more })
  const calls = [
    call('list_files', { path: root }),
    search('install'),
    search('(config|configuration)\\.(ts|js|json)', { context: 1 }),
    ...some.slice(0, 4).map((path) => call('read_file', { path, start_line: 1, end_line: 60 })),
    search('^## '),
    ...some.slice(4).map((path) => call('read_file', { path })),
    ...some.map((path) => call('edit_file', { path, ...editOf(texts.get(path) ?? '') })),
    search('revised here'),
    call('write_file', { path: `${root}/session-overview.mdx`, content: overviewOf(some, root, base) }),
    call('write_file', { path: `${root}/session-notes.mdx`, content: '---\ntitle: Notes\n---\n\nNotes.\n' }),
    call('check_docs', {}),
    ...some.slice(0, 3).map((path) => call('read_file', { path, start_line: 1, end_line: 40 })),
    search(
      moved
        .split('/')
        .at(-1)
        ?.replace(/\.mdx?$/, '') ?? '',
      { fixed: true },
    ),
    call('move_file', { from: moved, to: moved.replace(/(\.mdx?)$/, '-moved$1') }),
    search('no such words anywhere'),
    call('list_files', {}),
    call('check_docs', {}),
  ]
  return { root, pages: inside.length, calls }
}

function folderOf(pages: readonly string[]): string {
  let root = ''
  for (;;) {
    const counts = new Map<string, number>()
    const start = root === '' ? 0 : root.length + 1
    for (const path of pages) {
      if (root !== '' && !path.startsWith(`${root}/`)) continue
      const end = path.indexOf('/', start)
      if (end > 0) counts.set(path.slice(0, end), (counts.get(path.slice(0, end)) ?? 0) + 1)
    }
    const next = [...counts].find(([, count]) => count >= pages.length * 0.8)
    if (!next) return root
    root = next[0]
  }
}

function mostLinked(texts: ReadonlyMap<string, string>, root: string, base: string): string {
  const routes = new Map([...texts.keys()].map((path) => [pagePathOf(path, root), path]))
  const counts = new Map<string, number>()
  for (const [path, text] of texts) {
    const targets = new Set<string>()
    for (const { target } of extractLinks(text, path)) {
      const link = resolveLink(path, target, { root, base })
      const page = link?.kind === 'page' ? routes.get(link.path) : undefined
      if (page !== undefined && page !== path) targets.add(page)
    }
    for (const page of targets) counts.set(page, (counts.get(page) ?? 0) + 1)
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1])
  return first?.[0] ?? [...texts.keys()][0] ?? ''
}

/** The first longer line of prose that stands in the page once, with two words more. */
function editOf(text: string): { old_text: string; new_text: string } {
  const line = text
    .split(/\r?\n/)
    .find((each) => /^[A-Za-z][\w ,.'-]{20,}$/.test(each) && text.split(each).length === 2)
  const old_text = line ?? text.slice(0, 60)
  return { old_text, new_text: `${old_text} revised here` }
}

function overviewOf(pages: readonly string[], root: string, base: string): string {
  const lines = pages.map((path) => `- [${path}](${base}${pagePathOf(path, root)})`)
  return `---\ntitle: Overview\n---\n\n${lines.join('\n')}\n`
}
