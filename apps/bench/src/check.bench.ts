import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { BaseProblems, checkDocs, PageInspector } from '@docent/core'
import { GitWorkspaces } from '@docent/workspace-git'
import { generateRepository } from './workspace/generate-repository.ts'

/**
 * check_docs after a run that changed many pages: how long it takes, and how long the event loop stands still
 * meanwhile, which is what streams of answers feel. Run with
 * `node apps/bench/run.mjs check [repository.git] [changed pages]`; without a repository on 1,000 generated pages of
 * 16 KB. The second check of a run finds its threads and the base's problems known.
 */
const [given, changed = '100'] = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), 'bench-check-'))

try {
  const repository = given ?? join(directory, 'origin.git')
  if (given === undefined) await generateRepository(repository, 1_000, 16_500)
  await measure(repository, Number(changed))
} finally {
  rmSync(directory, { recursive: true })
}

async function measure(gitDir: string, count: number): Promise<void> {
  const url = pathToFileURL(gitDir).href
  const { stdout } = await promisify(execFile)('git', [
    '--git-dir',
    gitDir,
    'symbolic-ref',
    '--short',
    'HEAD',
  ])
  const workspaces = new GitWorkspaces({ cacheDir: join(directory, 'cache') }, { clock: Date })
  const workspace = await workspaces.open({
    repository: url,
    remote: async () => ({ url }),
    branch: 'docent/check',
    from: stdout.trim(),
    keep: 'check',
  })
  const pages = (await workspace.list()).filter(({ path }) => /\.mdx?$/.test(path))
  const step = Math.max(1, Math.floor(pages.length / count))
  let bytes = 0
  const edited = pages.filter((_, n) => n % step === 0).slice(0, count)
  for (const { path } of edited) {
    const text = Buffer.from((await workspace.read(path)) ?? []).toString('utf8')
    bytes += text.length
    await workspace.write(path, `${text}\nOne more sentence, and [a link](https://example.com).\n`)
  }
  console.log(
    `${pages.length} pages, ${edited.length} changed of ${Math.round(bytes / edited.length / 1024)} KB each`,
  )
  const inspector = new PageInspector()
  const known = new BaseProblems()
  const site = { root: '' }
  const { signal } = new AbortController()
  for (const name of ['first check', 'second check', 'third check']) {
    const turns = watchTurns()
    const start = performance.now()
    const { files: checked, problems } = await checkDocs({ workspace, site, inspector, known }, signal)
    const ms = performance.now() - start
    const { longestCpuMs, longestMs, cpuMs } = turns.stop()
    console.log(
      `  ${name}: ${ms.toFixed(0)} ms, longest turn of the event loop ${longestCpuMs.toFixed(1)} ms of CPU (${longestMs.toFixed(1)} ms by the clock), main thread ${cpuMs.toFixed(0)} ms of CPU, ${checked.length} files, ${problems.length} problems`,
    )
  }
  await inspector.dispose()
  await workspace.close()
  await workspaces.close()
}

/**
 * Watches turns of the event loop. What a turn takes of this thread's CPU is what others wait for it, whatever else the
 * machine is doing; the clock also counts waiting for the CPU.
 */
function watchTurns() {
  const own = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const begun = own()
  let cpu = begun
  let at = performance.now()
  let longestCpuMs = 0
  let longestMs = 0
  let watching = true
  const turn = () => {
    const [cpuNow, now] = [own(), performance.now()]
    longestCpuMs = Math.max(longestCpuMs, cpuNow - cpu)
    longestMs = Math.max(longestMs, now - at)
    cpu = cpuNow
    at = now
    if (watching) setTimeout(turn, 1)
  }
  turn()
  return {
    stop() {
      turn()
      watching = false
      return { longestCpuMs, longestMs, cpuMs: own() - begun }
    },
  }
}
