import { parseArgs } from 'node:util'
import { startCluster } from './cluster/cluster.ts'
import { raise } from './cluster/docent-node.ts'
import { emptyNode } from './cluster/empty-node.ts'
import { Findings } from './cluster/findings.ts'
import { fullDisk } from './cluster/full-disk.ts'
import { silentRedis } from './cluster/silent-redis.ts'

/**
 * Two servers, two workers and an indexer on PostgreSQL, Redis and a bucket, of which one part breaks. Prints counts
 * before, during and after as a table, and fails when a job is lost, a reader gets no answer, or a process says of itself
 * what isn't so. Run with `node apps/bench/run.mjs cluster [full-disk|empty-node|silent-redis-8|silent-redis-60]… [--rounds 2]`.
 */
const SCENARIOS = {
  'full-disk': fullDisk,
  'empty-node': emptyNode,
  'silent-redis-8': silentRedis(8_000),
  'silent-redis-60': silentRedis(60_000),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '1' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(SCENARIOS)
const wrong: string[] = []
for (let round = 1; round <= Number(values.rounds); round += 1)
  for (const name of names) {
    const run = SCENARIOS[name as keyof typeof SCENARIOS] ?? raise(`There is no scenario ${name}.`)
    const findings = new Findings(`${name}, round ${round}`)
    const cluster = await startCluster()
    try {
      await run(cluster, findings)
    } catch (error) {
      findings.wrong.push(`${findings.scenario}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      findings.print()
      await cluster.close()
    }
    wrong.push(...findings.wrong)
  }
console.log(wrong.length === 0 ? '\nNothing is wrong.' : `\nWrong:\n${wrong.join('\n')}`)
process.exitCode = wrong.length === 0 ? 0 : 1
