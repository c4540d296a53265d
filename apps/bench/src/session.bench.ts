import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { GitWorkspaces } from '@docent/workspace-git'
import { docentSession } from './session/docent-session.ts'
import { plainSession } from './session/plain-session.ts'
import { planSession } from './session/plan-session.ts'
import type { SessionTimes } from './session/session-times.ts'

/**
 * A whole session of an agent's tools, the model left out, on a documentation repository of your choice: through
 * Docent's tools on a workspace without a checkout, and with plain file tools on a `git clone --depth 1`. Run with
 * `node apps/bench/run.mjs session <bare repository> [--branch main] [--base /docs] [--rounds 5]`. Each way runs in a
 * process of its own, alone and eight at once; medians.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    branch: { type: 'string', default: 'main' },
    base: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    way: { type: 'string' },
    sessions: { type: 'string', default: '1' },
  },
})
const [repository] = positionals
if (repository === undefined)
  throw new Error('Name a bare repository: node apps/bench/run.mjs session <path>')
const gitDir = resolve(repository)
const sessions = Number(values.sessions)

interface Round {
  times: SessionTimes[]
  /** From the begin of the first session to the end of the last, ms. */
  allMs: number
  /** Bytes on disk that the sessions added. */
  diskBytes: number
}

interface WayReport {
  rounds: Round[]
  /** Most memory of the process, MiB; git's and grep's own processes are not in it. */
  memory: number
}

if (values.way === undefined) compare()
else console.log(JSON.stringify(await measure(values.way)))

function compare(): void {
  for (const count of [1, 8]) {
    const [docent, plain] = ['docent', 'plain'].map((way) => runApart(way, count)) as [WayReport, WayReport]
    console.log(`\n${count === 1 ? 'one session' : `${count} sessions at once`}`)
    for (const [name, { rounds, memory }] of [
      ['Docent, cache filled', { ...docent, rounds: docent.rounds.slice(1) }],
      ['Docent, nothing cached', { ...docent, rounds: docent.rounds.slice(0, 1) }],
      ['clone and plain tools', plain],
    ] as const) {
      const of = (read: (times: SessionTimes) => number) =>
        Math.round(median(rounds.flatMap(({ times }) => times.map(read))))
      const disk = median(rounds.map(({ diskBytes }) => diskBytes)) / 2 ** 20
      console.log(
        `  ${name.padEnd(23)} first call ${of((t) => t.firstMs)} ms, calls ${of((t) => t.callsMs - t.firstMs)} ms more, all with commit ${Math.round(median(rounds.map(({ allMs }) => allMs)))} ms, memory ${Math.round(memory)} MiB, disk +${disk.toFixed(1)} MiB`,
      )
      const last = rounds.at(-1)?.times[0]
      if (last && count === 1) {
        const slowest = Object.entries(last.slowest).map(([tool, ms]) => `${tool} ${ms.toFixed(1)}`)
        console.log(`    slowest call, ms: ${slowest.join(', ')}; ${last.changed} files changed`)
      }
      for (const failure of new Set(rounds.flatMap(({ times }) => times.flatMap((each) => each.failures))))
        console.log(`    refused: ${failure}`)
    }
  }
}

/** A process of its own for each way, so that its memory is its own. */
function runApart(way: string, count: number): WayReport {
  const script = process.argv[1] ?? ''
  const args = [...process.execArgv, script, gitDir, '--way', way, '--sessions', String(count)]
  const shared = ['--branch', values.branch, '--base', values.base, '--rounds', values.rounds]
  const { stdout, status } = spawnSync(process.execPath, [...args, ...shared], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Error(`The measurement of ${way} failed.`)
  return JSON.parse(stdout) as WayReport
}

async function measure(way: string): Promise<WayReport> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-session-'))
  const plan = await planSession(gitDir, values.branch, values.base)
  if (sessions === 1 && way === 'docent')
    console.error(`${plan.pages} pages in ${plan.root}, ${plan.calls.length} tool calls`)
  const { branch, base } = values
  const rounds: Round[] = []
  try {
    for (let round = 0; round <= Number(values.rounds); round++) {
      const before = diskBytes(directory)
      const start = performance.now()
      // A new instance each round: nothing of it is in memory, as after a restart.
      const workspaces = new GitWorkspaces({ cacheDir: join(directory, 'cache') }, { clock: Date })
      const times = await Promise.all(
        Array.from({ length: sessions }, (_, n) => {
          const name = `${round}-${n}`
          return way === 'docent'
            ? docentSession(plan, { workspaces, gitDir, branch, base, keep: name })
            : plainSession(plan, { gitDir, branch, base, folder: join(directory, name) })
        }),
      )
      await workspaces.close()
      const allMs = performance.now() - start
      rounds.push({ times, allMs, diskBytes: diskBytes(directory) - before })
    }
    return { rounds, memory: process.resourceUsage().maxRSS / 1024 }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function diskBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
