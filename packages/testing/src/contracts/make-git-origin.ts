import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { GIT_ENVIRONMENT } from '../material/bare-repository.ts'
import type { SeedFile } from '../material/seed-file.ts'
import type { ContractRepository } from './workspaces-context.ts'

const run = promisify(execFile)
const MODES = { file: '100644', executable: '100755', symlink: '120000', submodule: '160000' } as const

/** A bare repository on disk as the remote of a contract test, its branch `main` holding the files in one commit. */
export async function makeGitOrigin(
  gitDir: string,
  files: Readonly<Record<string, SeedFile>>,
  { format = 'sha1' }: { format?: 'sha1' | 'sha256' } = {},
): Promise<ContractRepository> {
  const git = async (...args: string[]) => {
    const options = { env: { ...GIT_ENVIRONMENT, GIT_DIR: gitDir }, maxBuffer: 1 << 28, timeout: 60_000 }
    return (await run('git', args, { ...options, encoding: 'latin1' })).stdout
  }
  await git('init', '--quiet', '--bare', '--initial-branch=main', `--object-format=${format}`, gitDir)
  const url = pathToFileURL(gitDir).href
  const origin: ContractRepository = {
    url,
    remote: async () => ({ url }),
    async commitDirectly(branch, changes, options = {}) {
      const parent = (await origin.tip(branch)) ?? (options.from && (await origin.tip(options.from)))
      const parts: (string | Uint8Array)[] = [
        `commit refs/heads/${branch}\ncommitter A person <person@example.com> 1767225600 +0000\ndata 6\nchange\n`,
        parent ? `from ${parent}\n` : '',
        ...Object.entries(changes).flatMap(([path, file]) => change(path, file, format)),
      ]
      const import_ = run('git', ['fast-import', '--quiet', '--force'], {
        env: { ...GIT_ENVIRONMENT, GIT_DIR: gitDir },
        timeout: 120_000,
      })
      import_.child.stdin?.end(Buffer.concat(parts.map((part) => Buffer.from(part))))
      await import_
      return (await origin.tip(branch)) ?? ''
    },
    async moveBranch(branch, commit) {
      await (commit === undefined
        ? git('update-ref', '-d', `refs/heads/${branch}`)
        : git('update-ref', `refs/heads/${branch}`, commit))
    },
    async tip(branch) {
      return (await git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`)).trim() || undefined
    },
    async parents(commit) {
      return (await git('log', '-1', '--format=%P', commit)).trim().split(' ').filter(Boolean)
    },
    async files(branch) {
      const result: Awaited<ReturnType<ContractRepository['files']>> = new Map()
      for (const line of (await git('ls-tree', '-r', '-z', `refs/heads/${branch}`))
        .split('\0')
        .filter(Boolean)) {
        const [head = '', path = ''] = line.split('\t')
        const [mode, , id = ''] = head.split(' ')
        const kind =
          (Object.keys(MODES) as (keyof typeof MODES)[]).find((each) => MODES[each] === mode) ?? 'file'
        const content = kind === 'submodule' ? id : utf8(await git('cat-file', 'blob', id))
        result.set(utf8(path), { kind, content })
      }
      return result
    },
  }
  await origin.commitDirectly('main', files)
  return origin
}

function change(path: string, file: SeedFile | null, format: string): (string | Uint8Array)[] {
  if (file === null) return [`D ${path}\n`]
  if (typeof file === 'string' || file instanceof Uint8Array) return inline('file', path, file)
  // The commit is of another repository, and is never there.
  if (file.kind === 'submodule')
    return [`M ${MODES.submodule} ${file.commit.padEnd(format === 'sha256' ? 64 : 40, 'a')} ${path}\n`]
  return inline(file.kind, path, file.kind === 'symlink' ? file.target : file.content)
}

function inline(
  kind: keyof typeof MODES,
  path: string,
  content: string | Uint8Array,
): (string | Uint8Array)[] {
  const bytes = Buffer.from(content)
  return [`M ${MODES[kind]} inline ${path}\ndata ${bytes.length}\n`, bytes, '\n']
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8')
}
