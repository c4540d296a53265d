import { isAbsolute, resolve } from 'node:path'
import { DocentError } from '@docent/core/plugin'
import { CatFile, GitError, runGit } from '@docent/git'
import { parseDiff } from '../diff/parse-diff.ts'
import type { ChangedFile, CodeChange } from '../names/code-change.ts'

/** One step of the branch: a commit, or a merge with everything that it brought. */
export interface BranchStep {
  readonly commit: string
  /** When it came to the branch, milliseconds since the epoch. */
  readonly at: number
  readonly author: string
  readonly email: string
  readonly title: string
  readonly body: string
  readonly files: readonly string[]
}

/** Longest file that is read. */
const MOST_BYTES = 600_000
/** Files of one change that are read. */
const MOST_FILES = 500
const LOG_MS = 300_000
const LOG_BYTES = 512 * 1024 * 1024
/** Between fields: no message and no path has it. Two of them begin a commit. */
const NUL = '\0'
const FORMAT = '--format=%x00%x00%H%x00%ct%x00%an%x00%ae%x00%B%x00'
const MERGE = /^Merge (?:pull request|branch|remote-tracking branch|merge request)\b/

/** Reads the history, the changes, and the files of a repository. Runs nothing of it. */
export class CodeRepository {
  readonly #objects: CatFile

  private constructor(readonly gitDir: string) {
    this.#objects = new CatFile(gitDir)
  }

  /** @param folder of a work tree, or a bare repository. @throws DocentError `invalid_request` when there is none */
  static async open(folder: string): Promise<CodeRepository> {
    try {
      const { stdout } = await runGit(['rev-parse', '--git-dir'], { cwd: folder })
      const found = stdout.toString().trim()
      return new CodeRepository(isAbsolute(found) ? found : resolve(folder, found))
    } catch (error) {
      if (!GitError.is(error)) throw error
      throw new DocentError(
        'invalid_request',
        `${folder} is no git repository. Name one with --repository.`,
        {
          cause: error,
        },
      )
    }
  }

  /** A bare repository that is known to be one. */
  static at(gitDir: string): CodeRepository {
    return new CodeRepository(gitDir)
  }

  async has(commit: string): Promise<boolean> {
    return (await this.#objects.info(`${commit}^{commit}`)) !== undefined
  }

  async isAncestor(commit: string, of: string): Promise<boolean> {
    const { stdout } = await runGit(['rev-list', '-n', '1', '--end-of-options', `${of}..${commit}`], {
      gitDir: this.gitDir,
    })
    return stdout.toString().trim() === ''
  }

  /** Steps of a branch that another commit does not have yet: their ids. */
  async idsSince(seen: string, tip: string, signal?: AbortSignal): Promise<Set<string>> {
    const range = ['--first-parent', '--end-of-options', `${seen}..${tip}`]
    const { stdout } = await runGit(['rev-list', ...range], {
      gitDir: this.gitDir,
      timeoutMs: LOG_MS,
      ...(signal && { signal }),
    })
    return new Set(stdout.toString().split('\n').filter(Boolean))
  }

  /** Whether older commits are missing, as in a clone with a depth. */
  async isShallow(): Promise<boolean> {
    const { stdout } = await runGit(['rev-parse', '--is-shallow-repository'], { cwd: this.gitDir })
    return stdout.toString().trim() === 'true'
  }

  /** The id of a commit. @throws DocentError `invalid_request` when there is none */
  async resolve(name: string): Promise<string> {
    const found = await this.#objects.info(`${name}^{commit}`)
    if (found === undefined) throw new DocentError('invalid_request', `There is no commit "${name}".`)
    return found.id
  }

  /**
   * Steps of a branch, the newest first. Without rename detection, which needs objects that some copies lack.
   *
   * @param options.each every commit that was merged, instead of the merges
   */
  async steps(
    from: string,
    most: number,
    { signal, each = false }: { signal?: AbortSignal | undefined; each?: boolean } = {},
  ): Promise<BranchStep[]> {
    const merges = each ? ['--no-merges'] : ['--first-parent', '--diff-merges=first-parent']
    const range = [...merges, '--no-renames', '--name-only', '-z']
    const { stdout } = await runGit(['log', ...range, FORMAT, '-n', String(most), '--end-of-options', from], {
      gitDir: this.gitDir,
      timeoutMs: LOG_MS,
      maxBytes: LOG_BYTES,
      ...(signal && { signal }),
    })
    return stepsOf(stdout.toString().split(NUL))
  }

  /** What a commit changed in files, against its first parent. */
  async change(
    { commit, title, body }: Pick<BranchStep, 'commit' | 'title' | 'body'>,
    paths: readonly string[],
  ): Promise<CodeChange> {
    const read = paths.slice(0, MOST_FILES)
    const { stdout } = await runGit(
      ['diff', '-U0', '--no-renames', '--no-ext-diff', '--no-textconv', `${commit}^`, commit, '--', ...read],
      // A path is a name, and no pattern.
      { gitDir: this.gitDir, env: { GIT_LITERAL_PATHSPECS: '1' } },
    )
    const files = parseDiff(stdout.toString()).map(async (file): Promise<ChangedFile> => {
      const [before, after] = await Promise.all([
        file.status === 'added' ? undefined : this.text(`${commit}^:${file.path}`),
        file.status === 'deleted' ? undefined : this.text(`${commit}:${file.path}`),
      ])
      return { ...file, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
    })
    return { title, body, files: await Promise.all(files) }
  }

  /** Ids of files of a commit by path. */
  async files(commit: string): Promise<Map<string, string>> {
    const { stdout } = await runGit(['ls-tree', '-r', '-z', '--end-of-options', commit], {
      gitDir: this.gitDir,
    })
    const files = new Map<string, string>()
    for (const line of stdout.toString().split('\0')) {
      const [meta = '', path] = line.split('\t', 2)
      const [mode, , id = ''] = meta.split(' ')
      if (path !== undefined && (mode === '100644' || mode === '100755')) files.set(path, id)
    }
    return files
  }

  /** The last change between two commits that took a text from a file. */
  async removal(
    text: string,
    path: string,
    range: { from: string; to: string },
  ): Promise<BranchStep | undefined> {
    const { stdout } = await runGit(
      ['log', '-1', '--no-renames', '-z', FORMAT, `-S${text}`, `${range.from}..${range.to}`, '--', path],
      { gitDir: this.gitDir, env: { GIT_LITERAL_PATHSPECS: '1' }, timeoutMs: LOG_MS },
    )
    return stepsOf(stdout.toString().split(NUL))[0]
  }

  /** Undefined for what is no file, is too long, or is no text. */
  async text(name: string): Promise<string | undefined> {
    const info = await this.#objects.info(name)
    if (info?.type !== 'blob' || info.size > MOST_BYTES) return undefined
    const content = (await this.#objects.contents(info.id))?.content
    return content === undefined || content.subarray(0, 8_000).includes(0) ? undefined : content.toString()
  }

  close(): void {
    this.#objects.close()
  }
}

function stepsOf(fields: readonly string[]): BranchStep[] {
  const steps: BranchStep[] = []
  let at = 0
  while (at < fields.length) {
    if (fields[at]?.trim() === '') {
      at++
      continue
    }
    const [commit = '', time = '', author = '', email = '', message = ''] = fields.slice(at, at + 5)
    // One more ends the message.
    at += 6
    const files: string[] = []
    for (; at < fields.length && fields[at] !== ''; at++) {
      const path = (fields[at] ?? '').replace(/^\n+/, '')
      if (path !== '') files.push(path)
    }
    steps.push({ commit, at: Number(time) * 1000, author, email, ...saidOf(message), files })
  }
  return steps
}

function saidOf(message: string): { title: string; body: string } {
  const [first = '', ...rest] = message.trim().split('\n')
  const body = rest.join('\n').trim()
  if (!MERGE.test(first) || body === '') return { title: first, body }
  // What a host merges has its own title in the second paragraph.
  const [title = '', ...more] = body.split('\n')
  return { title, body: more.join('\n').trim() }
}
