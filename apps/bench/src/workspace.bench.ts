import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Workspace } from '@docent/core/plugin'
import { GitWorkspaces } from '@docent/workspace-git'
import { generatedPath, generateRepository } from './workspace/generate-repository.ts'
import { measureMemory } from './workspace/measure-memory.ts'

/**
 * Workspaces on generated repositories (16 KB a file unless told, one commit) beside what git itself takes for the same:
 * `git grep` for a search, `git clone --depth 1` for an opening. Medians, in milliseconds, and memory in a process of
 * its own. Run with
 * `node apps/bench/run.mjs workspace [files[:bytes]...]` (default 3300 10000). Clones are left out above 20,000 files.
 */
const exec = promisify(execFile)
const directory = mkdtempSync(join(tmpdir(), 'bench-workspace-'))

try {
  const [mode, url = '', cacheDir = '', count] = process.argv.slice(2)
  if (mode === '--memory') await measureMemory(url, cacheDir, (n) => generatedPath(n % Number(count)))
  else await measureAll()
} finally {
  rmSync(directory, { recursive: true })
}

async function measureAll(): Promise<void> {
  const sizes = process.argv.slice(2)
  for (const size of sizes.length > 0 ? sizes : ['3300', '10000']) {
    const [files = 3_300, bytes = 16_500] = size.split(':').map(Number)
    await measure(files, bytes)
  }
}

async function measure(files: number, bytes: number): Promise<void> {
  // A search of 100,000 files takes seconds.
  const repeats = files > 20_000 ? 3 : 9
  const origin = join(directory, `origin-${files}.git`)
  await generateRepository(origin, files, bytes)
  const url = pathToFileURL(origin).href
  const remote = async () => ({ url })
  const cacheDir = join(directory, `cache-${files}`)
  const create = () => new GitWorkspaces({ cacheDir }, { clock: Date })
  const open = (workspaces: GitWorkspaces, keep: string) =>
    workspaces.open({ repository: url, remote, branch: `docent/${keep}`, from: 'main', keep })
  const path = (n: number) => generatedPath(n % files)

  console.log(`\n${files.toLocaleString('en')} files`)
  const first = create()
  report('open, nothing cached', [await timed(async () => (await open(first, 'first')).close())])
  await first.close()
  const clones = files <= 20_000
  if (clones)
    report('git clone --depth 1 (with its checkout)', await rounds(3, (n) => clone(url, `one-${files}-${n}`)))

  const opens: number[] = []
  const reads: number[] = []
  const lists: number[] = []
  for (let n = 0; n < repeats; n++) {
    // A new instance each time: no process runs and nothing is in memory.
    const workspaces = create()
    let workspace: Workspace | undefined
    opens.push(
      await timed(async () => {
        workspace = await open(workspaces, `warm-${n}`)
      }),
    )
    reads.push(await timed(() => workspace?.read(path(n * 37))))
    lists.push(await timed(() => workspace?.list()))
    await workspaces.close()
  }
  report('open, warm cache, new process', opens)
  report('first read after it', reads)
  report('first list', lists)

  const workspaces = create()
  const workspace = await open(workspaces, 'main')
  report('open again, same process', await rounds(repeats, (n) => open(workspaces, `again-${n}`)))
  report('list again', await rounds(repeats, () => workspace.list()))
  report(
    'read 100 files, one after the other',
    await rounds(repeats, async (round) => {
      for (let n = 0; n < 100; n++) await workspace.read(path(round * 1009 + n * 31))
    }),
  )
  await searches(workspace, origin, 'search', repeats)
  for (let n = 0; n < 50; n++) await workspace.write(path(n * 61), `# Edited ${n}\nneedle-${n}\n`)
  await workspace.search({ pattern: 'x', paths: [path(0)] })
  await searches(workspace, origin, 'search with 50 changed files', repeats)

  const publish: number[] = []
  for (let n = 0; n < repeats; n++) {
    const job = await open(workspaces, `publish-${n}`)
    publish.push(
      await timed(async () => {
        for (let each = 0; each < 10; each++)
          await job.write(path(n * 97 + each * 331), `# Run ${n}, file ${each}\n`)
        await job.commit({
          message: `docs: ${n}`,
          author: { name: 'Bench', email: 'bench@example.com' },
          date: n * 1_000,
        })
      }),
    )
    await job.close()
  }
  report('write and commit 10 files, no push', publish)

  report(
    'eight at once: open, list, read',
    await rounds(5, async (round) => {
      const eight = create()
      await Promise.all(
        Array.from({ length: 8 }, async (_, n) => {
          const job = await open(eight, `eight-${round}-${n}`)
          await job.list()
          await job.read(path(n * 13))
        }),
      )
      await eight.close()
    }),
  )
  const eightClones = () =>
    Promise.all(Array.from({ length: 8 }, (_, n) => clone(url, `eight-${files}-${n}`)))
  if (clones) report('eight at once: git clone --depth 1', [await timed(eightClones)])
  await workspaces.close()
  const child = [process.argv[1] ?? '', '--memory', url, cacheDir, String(files)]
  const { stdout } = await exec(process.execPath, ['--expose-gc', ...child])
  process.stdout.write(stdout)
}

async function searches(workspace: Workspace, origin: string, name: string, repeats: number): Promise<void> {
  for (const [pattern, kind] of [
    ['needle-[0-9]+', 'few hits'],
    ['(configur|deploy)[a-z]+ed', 'none'],
  ] as const) {
    const ours: number[] = []
    const plain: number[] = []
    for (let n = 0; n < repeats; n++) {
      ours.push(await timed(() => workspace.search({ pattern, limit: 10_000 })))
      plain.push(
        await timed(() =>
          exec('git', ['grep', '-n', '-I', '-E', '-e', pattern, 'main'], {
            cwd: origin,
            maxBuffer: 1 << 28,
          }).catch((error: unknown) => {
            // Exit code 1: no match.
            if (!(error instanceof Error && 'code' in error && error.code === 1)) throw error
          }),
        ),
      )
    }
    report(`${name}, ${kind}`, ours)
    report(`git grep on the tree, ${kind}`, plain)
    console.log(`    ratio of the medians: ${(median(ours) / median(plain)).toFixed(2)}`)
  }
}

async function clone(url: string, name: string): Promise<void> {
  const target = join(directory, name)
  await exec('git', ['clone', '--quiet', '--depth', '1', url, target])
  rmSync(target, { recursive: true })
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function rounds(count: number, work: (n: number) => unknown): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await timed(() => work(n)))
  return times
}

function report(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)]
  console.log(`  ${name}: ${median(times).toFixed(1)}   (${least.toFixed(1)} to ${most.toFixed(1)})`)
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
