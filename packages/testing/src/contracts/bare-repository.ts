import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Nothing of the machine's own configuration may change what a test sees. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'A person',
  GIT_AUTHOR_EMAIL: 'person@example.com',
  GIT_COMMITTER_NAME: 'A person',
  GIT_COMMITTER_EMAIL: 'person@example.com',
}

export interface ChangedFile {
  path: string
  status: 'added' | 'removed' | 'modified' | 'renamed'
  previousPath?: string
  additions: number
  deletions: number
  patch: string
  sha: string | null
}

/** The server's own view of one bare repository on disk. Every member asks git; nothing is remembered. */
export class BareRepository {
  readonly gitDir: string

  constructor(gitDir: string) {
    this.gitDir = gitDir
  }

  static async init(gitDir: string, defaultBranch: string): Promise<BareRepository> {
    await run('git', ['init', '--quiet', '--bare', `--initial-branch=${defaultBranch}`, gitDir], {
      env: GIT_ENVIRONMENT,
      timeout: 120_000,
    })
    await appendFile(
      join(gitDir, 'config'),
      '[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n',
    )
    return new BareRepository(gitDir)
  }

  async git(...args: string[]): Promise<string> {
    const { stdout } = await run('git', ['-C', this.gitDir, ...args], {
      env: GIT_ENVIRONMENT,
      timeout: 120_000,
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  }

  /** Branch name → commit, sorted by name. */
  async branches(): Promise<Map<string, string>> {
    const text = await this.git('for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads')
    return new Map(
      lines(text).map((line) => {
        const space = line.indexOf(' ')
        return [line.slice(space + 1), line.slice(0, space)]
      }),
    )
  }

  /**
   * Commits files on a branch as a person would from elsewhere (null deletes, `linkTo` is a symbolic link); the branch begins at `from`
   * (default: its own tip, or nothing). Answers the new commit.
   */
  async commit(
    branch: string,
    files: Readonly<Record<string, string | null | { linkTo: string }>>,
    options: { message?: string; from?: string } = {},
  ): Promise<string> {
    const tips = await this.branches()
    const parent =
      tips.get(branch) ?? (options.from === undefined ? undefined : (tips.get(options.from) ?? options.from))
    const message = options.message ?? 'docs: change'
    const stream = [
      `commit refs/heads/${branch}`,
      'mark :1',
      `author A person <person@example.com> 1767225600 +0000`,
      `committer A person <person@example.com> 1767225600 +0000`,
      `data ${Buffer.byteLength(message)}\n${message}`,
      ...(parent ? [`from ${parent}`] : []),
      ...Object.entries(files).map(([path, content]) =>
        content === null ? `D ${path}` : inline(path, content),
      ),
      '',
      'get-mark :1',
      '',
    ].join('\n')
    const child = run('git', ['-C', this.gitDir, 'fast-import', '--quiet', '--force'], {
      env: GIT_ENVIRONMENT,
      timeout: 120_000,
    })
    child.child.stdin?.end(stream)
    return (await child).stdout.trim()
  }

  /** Content of a file at a ref; undefined when there is none. */
  async readFile(ref: string, path: string): Promise<string | undefined> {
    const listed = await this.git('ls-tree', ref, '--', path)
    return listed === '' ? undefined : this.git('cat-file', 'blob', `${ref}:${path}`)
  }

  /** How many commits `head` has that `base` has not. */
  async commitsBetween(base: string, head: string): Promise<number> {
    return Number((await this.git('rev-list', '--count', `${base}..${head}`)).trim())
  }

  async diff(base: string, head: string): Promise<string> {
    return this.git('diff', '--no-color', '--no-ext-diff', '-M', `${base}...${head}`)
  }

  async changedFiles(base: string, head: string): Promise<ChangedFile[]> {
    const range = `${base}...${head}`
    const [raw, counts, diff] = await Promise.all([
      this.git('diff', '--raw', '--no-abbrev', '-M', range),
      this.git('diff', '--numstat', '-M', range),
      this.diff(base, head),
    ])
    const numbers = lines(counts).map((line) => line.split('\t'))
    const patches = diff.split(/^diff --git /m).slice(1)
    return lines(raw).map((line, index) => {
      const [head = '', path = '', renamed] = line.split('\t')
      const [, , , sha = '', letter = 'M'] = head.split(' ')
      const [added = '0', deleted = '0'] = numbers[index] ?? []
      const patch = patches[index] ?? ''
      return {
        path: renamed ?? path,
        ...(renamed === undefined ? {} : { previousPath: path }),
        status: STATUS[letter.charAt(0)] ?? 'modified',
        additions: Number(added) || 0,
        deletions: Number(deleted) || 0,
        patch: patch.includes('@@') ? patch.slice(patch.indexOf('@@')).trimEnd() : '',
        sha: /^0+$/.test(sha) ? null : sha,
      }
    })
  }

  /** A merge commit of `head` into the branch `base`; throws when they conflict. */
  async merge(base: string, head: string, message: string): Promise<string> {
    const tree = lines(await this.git('merge-tree', '--write-tree', `refs/heads/${base}`, head))[0] ?? ''
    const made = await this.git('commit-tree', tree, '-p', `refs/heads/${base}`, '-p', head, '-m', message)
    const commit = made.trim()
    await this.git('update-ref', `refs/heads/${base}`, commit)
    return commit
  }

  async deleteBranch(branch: string): Promise<void> {
    await this.git('update-ref', '-d', `refs/heads/${branch}`)
  }
}

function inline(path: string, content: string | { linkTo: string }): string {
  const [mode, text] = typeof content === 'string' ? ['100644', content] : ['120000', content.linkTo]
  return `M ${mode} inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`
}

const STATUS: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
