import { pageExtension, pageFileNames, withoutPageExtension } from '@docent/content'
import { PROMPT_TAGS, readEmptyTags } from '@docent/core/plugin'
import { CannotDo, call, type Program } from './program.ts'
import { isPath } from './sentence-patterns.ts'

/** What the tools say about the repository. Files are listed once a run and kept true through moves. */
export class WorkspaceView {
  /** Documentation folder, '' for the root. */
  readonly root: string
  /** What this run changed. */
  readonly changed = new Set<string>()
  #files: string[] | undefined

  constructor(root: string) {
    this.root = root
  }

  /** Every file below the documentation folder. */
  *files(): Program<readonly string[]> {
    if (this.#files !== undefined) return this.#files
    const listed = yield* call('list_files', this.root === '' ? {} : { path: this.root })
    this.#files = listed.ok ? readList(listed.text) : []
    return this.#files
  }

  /** The text of a file as the tool shows it, without line numbers; undefined when there is none. */
  *read(path: string): Program<{ text: string; hasCutLines: boolean } | undefined> {
    const lines: string[] = []
    let hasCutLines = false
    for (let start: number | undefined; ; ) {
      const result = yield* call('read_file', start === undefined ? { path } : { path, start_line: start })
      if (!result.ok) return undefined
      const part = readNumbered(result.text)
      lines.push(...part.lines)
      hasCutLines ||= part.hasCutLines
      if (part.next === undefined || part.next === start) break
      start = part.next
    }
    return { text: lines.join('\n'), hasCutLines }
  }

  /**
   * The file that a person means by a path, a page path, a file name or a title.
   * @throws CannotDo when there is none, or when there are several.
   */
  *resolve(reference: string): Program<string> {
    const files = yield* this.files()
    const wanted = clean(reference)
    const found = matching(files, wanted, this.root)
    if (found.length === 1 && found[0] !== undefined) return found[0]
    if (found.length > 1)
      throw new CannotDo(`“${reference}” could be ${found.slice(0, 4).join(', ')}: give the path.`)
    if (!isPath(reference)) {
      const titled = yield* this.#titled(reference)
      if (titled.length === 1 && titled[0] !== undefined) return titled[0]
      if (titled.length > 1)
        throw new CannotDo(`“${reference}” could be ${titled.slice(0, 4).join(', ')}: give the path.`)
    } else if ((yield* this.read(wanted)) !== undefined) return wanted
    throw new CannotDo(`There is no page “${reference}”.`)
  }

  *#titled(title: string): Program<string[]> {
    const result = yield* call('search_files', { pattern: '^(title:|# )', ...this.scope() })
    const wanted = plain(title)
    const hits = result.ok ? readHits(result.text) : []
    const titles = hits.map((hit) => ({
      path: hit.path,
      title: plain(hit.text.replace(/^(?:title:|#)\s*/, '')),
    }))
    const exact = titles.filter((each) => each.title === wanted)
    const near = exact.length > 0 ? exact : titles.filter((each) => each.title.includes(wanted))
    return [...new Set(near.map((each) => each.path))]
  }

  /** Where a page that does not exist yet goes: below the documentation folder, with an extension. */
  *place(path: string): Program<string> {
    const files = yield* this.files()
    let file = clean(path)
    if (this.root !== '' && !file.startsWith(`${this.root}/`)) file = `${this.root}/${file}`
    if (/\.\w+$/.test(file)) return file
    const [mdx = file, markdown = file] = pageFileNames(file, 'mdx', 'markdown')
    const like = (name: string) => files.filter((each) => pageExtension(each) === pageExtension(name)).length
    return like(markdown) > like(mdx) ? markdown : mdx
  }

  /** Searches the documentation only: nothing else can be written. */
  scope(): { paths?: string[] } {
    return this.root === '' ? {} : { paths: [this.root] }
  }

  moved(from: string, to: string): void {
    this.#files = [...(this.#files ?? []).filter((file) => file !== from), to]
    this.changed.add(from).add(to)
  }

  wrote(path: string): void {
    if (this.#files !== undefined && !this.#files.includes(path)) this.#files.push(path)
    this.changed.add(path)
  }

  deleted(path: string): void {
    this.#files = (this.#files ?? []).filter((file) => file !== path)
    this.changed.add(path)
  }
}

function matching(files: readonly string[], wanted: string, root: string): string[] {
  const prefix = root === '' ? '' : `${root}/`
  const forms = [wanted, `${prefix}${wanted}`].flatMap((base) => [
    base,
    ...pageFileNames(base, 'mdx', 'markdown'),
    ...pageFileNames(`${base}/index`, 'mdx', 'markdown'),
  ])
  const exact = files.filter((file) => forms.includes(file))
  if (exact.length > 0) return exact.slice(0, 1)
  const slug = wanted.toLowerCase().replace(/\s+/g, '-')
  const ending = files.filter((file) => file.toLowerCase().endsWith(`/${slug}`))
  if (ending.length > 0) return ending
  return files.filter((file) => {
    const path = file.toLowerCase()
    return (
      pageExtension(path) !== '' &&
      `/${withoutPageExtension(path).replace(/\/index$/, '')}`.endsWith(`/${slug}`)
    )
  })
}

function clean(path: string): string {
  return path
    .trim()
    .replace(/^(?:\.?\/)+/, '')
    .replace(/(?<!\/)\/+$/, '')
}

function plain(title: string): string {
  return title
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function readList(text: string): string[] {
  return text
    .split('\n')
    .filter(
      (line) =>
        line !== '' && !line.startsWith(`<${PROMPT_TAGS.note}>`) && !/\((?:symlink|submodule)\)$/.test(line),
    )
}

/** Lines `N\ttext`; the tool says how to go on when it cut the file, and marks the lines it cut. */
export function readNumbered(text: string): {
  lines: string[]
  hasCutLines: boolean
  next: number | undefined
} {
  const lines: string[] = []
  let next: number | undefined
  for (const line of text.split('\n')) {
    const numbered = /^\s*\d+\t/.exec(line)
    if (numbered) lines.push(line.slice(numbered[0].length))
    else {
      const [more] = readEmptyTags(line, PROMPT_TAGS.more)
      if (more !== undefined) next = Number(more.start_line)
    }
  }
  return { lines, hasCutLines: lines.some((line) => line.endsWith(`</${PROMPT_TAGS.note}>`)), next }
}

/** Lines `path:line: text`; anything else is skipped. */
export function readHits(text: string): { path: string; line: number; text: string }[] {
  return text.split('\n').flatMap((line) => {
    const hit = /^(.+?):(\d+): ?(.*)$/s.exec(line)
    return hit ? [{ path: hit[1] ?? '', line: Number(hit[2]), text: hit[3] ?? '' }] : []
  })
}
