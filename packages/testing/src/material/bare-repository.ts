import { execFile } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
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
    // As `git init --bare` makes it, without a process: suites make a repository for every case.
    for (const folder of ['objects', 'refs/heads', 'hooks']) {
      await mkdir(join(gitDir, folder), { recursive: true })
    }
    await writeFile(join(gitDir, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`)
    await writeFile(join(gitDir, 'config'), CONFIG)
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

  /** Branch name → commit, sorted by name. Reads the files of refs: simulated hosts look at every request. */
  async branches(): Promise<Map<string, string>> {
    const packed = lines((await readIfThere(join(this.gitDir, 'packed-refs'))) ?? '')
    const tips = new Map(packed.flatMap(branchOf))
    const folder = join(this.gitDir, 'refs/heads')
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.lock')) continue
      const path = join(entry.parentPath, entry.name)
      // A branch may be deleted meanwhile.
      const commit = (await readIfThere(path))?.trim()
      if (commit) tips.set(relative(folder, path), commit)
    }
    return new Map([...tips].sort(([left], [right]) => (left < right ? -1 : 1)))
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
    await this.setRef(`refs/heads/${base}`, commit)
    return commit
  }

  /** `refs/heads/main`, as git keeps a ref. */
  async setRef(ref: string, commit: string): Promise<void> {
    const file = join(this.gitDir, ref)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${commit}\n`)
  }

  /** From now on each of both has the commits of the other, as repositories of one network on a host. */
  async shareObjects(other: BareRepository): Promise<void> {
    for (const [one, two] of [[this, other] as const, [other, this] as const]) {
      await mkdir(join(one.gitDir, 'objects/info'), { recursive: true })
      await appendFile(join(one.gitDir, 'objects/info/alternates'), `${join(two.gitDir, 'objects')}\n`)
    }
  }

  async deleteBranch(branch: string): Promise<void> {
    await this.git('update-ref', '-d', `refs/heads/${branch}`)
  }
}

const CONFIG = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
`

/** A line of packed-refs, when it is of a branch. */
function branchOf(line: string): [string, string][] {
  const [, commit, name] = /^([\da-f]{40,}) refs\/heads\/(.+)$/.exec(line) ?? []
  return commit === undefined || name === undefined ? [] : [[name, commit]]
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
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
