import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { GitWorkspaces } from '@docent/workspace-git'
import { CERTAIN_FAULTS } from './grounding/faults.ts'
import { measureChanges } from './grounding/measure-changes.ts'
import { branchOf, pageCommits } from './grounding/page-commits.ts'

/**
 * How well the agent's check of names tells what people wrote from what is made up.
 *
 *   node apps/bench/run.mjs grounding-agent --repository DIR [--repository DIR …] [--commits 60] [--newest 600] [--seed 1] [--list FILE]
 *
 * Each folder is a clone with its whole history, of a product with its documentation. `--list` writes every name that
 * people wrote and nothing confirms, and every fault that was missed, to a file.
 */
const { values } = parseArgs({
  options: {
    repository: { type: 'string', multiple: true, default: [] },
    commits: { type: 'string', default: '60' },
    newest: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    list: { type: 'string' },
  },
})
const share = (part: number, of: number) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}%`)
const seed = Number(values.seed)
const lines: string[] = []
const directory = mkdtempSync(join(tmpdir(), 'bench-grounding-agent-'))

if (values.repository.length === 0)
  throw new Error('Name a clone: node apps/bench/run.mjs grounding-agent --repository DIR')
try {
  for (const folder of values.repository) await measure(resolve(folder))
} finally {
  rmSync(directory, { recursive: true })
}
if (values.list) writeFileSync(values.list, `${lines.join('\n')}\n`)

async function measure(path: string): Promise<void> {
  const name = basename(path) === 'repo' ? basename(join(path, '..')) : basename(path)
  const commits = await pageCommits(path, {
    count: Number(values.commits),
    newest: Number(values.newest),
    seed,
  })
  const workspaces = new GitWorkspaces({ cacheDir: join(directory, name) }, { clock: Date })
  const from = await branchOf(path)
  const repository = pathToFileURL(path).href
  const open = (commit: string) =>
    workspaces.open({
      repository,
      remote: async () => ({ url: repository }),
      branch: `docent/${commit}`,
      from,
      commit,
      keep: commit,
    })
  try {
    const {
      commits: read,
      unread,
      alarms,
      alarmed,
      found,
      missed,
      times,
    } = await measureChanges({ path, open }, commits, seed)
    const sorted = times.toSorted((one, other) => one - other)
    const at = (part: number) => sorted[Math.floor(sorted.length * part)]?.toFixed(0)
    console.log(
      `\n${name}: ${read} commits of people (${unread} not readable), ${alarms.length} names not confirmed, in ${alarmed} of them (${share(alarmed, read)})`,
    )
    for (const kind of CERTAIN_FAULTS)
      console.log(`  ${kind.padEnd(16)} ${share(found[kind].found, found[kind].of)} of ${found[kind].of}`)
    console.log(`  a check: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
    for (const { commit, name: each } of alarms)
      lines.push(
        `ALARM ${name} ${commit.slice(0, 10)} ${each.kind} ${JSON.stringify(each.text)} (${each.with ?? ''}) ${each.file}:${each.line}`,
      )
    for (const { commit, kind, was, is, line } of missed)
      lines.push(
        `MISSED ${name} ${commit.slice(0, 10)} ${kind} ${was} → ${is} … ${JSON.stringify(line.slice(0, 200))}`,
      )
  } finally {
    await workspaces.close()
  }
}
