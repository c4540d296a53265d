import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createBareRepository, runGit } from '@docent/git'

export interface NewRepository {
  /** Absolute path of the bare repository. When it has a commit already, nothing happens. */
  path: string
  /** Folder whose files become the first commit of `main`; links are left out. */
  from: string
  message: string
  author: { name: string; email: string }
  /** Milliseconds since the epoch. */
  date: number
}

/**
 * What keeps a push from reading every ref of the repository several times: pull requests are refs, and jobs leave a
 * branch each. At 10,000 jobs it halves the time of a push.
 */
const CONFIG = [
  ['transfer.hideRefs', 'refs/docent'],
  ['core.alternateRefsPrefixes', 'refs/heads/main'],
] as const

/** Makes a bare repository of a folder's files. Repeating it after a crash completes what is missing. */
export async function createLocalRepository({
  path,
  from,
  message,
  author,
  date,
}: NewRepository): Promise<void> {
  const gitDir = resolve(path)
  await createBareRepository(gitDir, `file://${gitDir}`)
  for (const [name, value] of CONFIG) await runGit(['config', '--replace-all', name, value], { gitDir })
  await runGit(['symbolic-ref', 'HEAD', 'refs/heads/main'], { gitDir })
  const existing = await runGit(['rev-parse', '--verify', '--quiet', 'refs/heads/main'], {
    gitDir,
    okExitCodes: [0, 1],
  })
  if (existing.exitCode === 0) return
  const when = `${Math.floor(date / 1000)} +0000`
  const who = `${author.name} <${author.email}> ${when}`
  const data = Buffer.from(message)
  const pieces: Uint8Array[] = [
    Buffer.from(`commit refs/heads/main\ncommitter ${who}\ndata ${data.length}\n`),
    data,
    Buffer.from('\n'),
  ]
  for (const file of await filesBelow(resolve(from))) {
    const content = await readFile(join(resolve(from), file))
    pieces.push(
      Buffer.from(`M 100644 inline ${quote(file)}\ndata ${content.length}\n`),
      content,
      Buffer.from('\n'),
    )
  }
  await runGit(['fast-import', '--quiet', '--date-format=raw'], { gitDir, input: Buffer.concat(pieces) })
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  const files: string[] = []
  for (const entry of entries.sort()) {
    if ((await lstat(join(folder, entry))).isFile()) files.push(entry.replaceAll('\\', '/'))
  }
  return files
}

/** A path as git-fast-import(1) takes it. */
function quote(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}
