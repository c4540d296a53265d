// Asks the registry for advisories of production dependencies; fails on one that is high or critical.
import { spawnSync } from 'node:child_process'
import { PNPM } from './pnpm.mjs'

/** Some mirrors of the registry have no advisories. */
const NO_ANSWER = /ERR_PNPM_AUDIT_(?:BAD_RESPONSE|ENDPOINT_NOT_EXISTS)|ENOTFOUND|ECONNREFUSED|ETIMEDOUT/
const { status, stdout, stderr } = spawnSync(
  'npx',
  ['--yes', PNPM, 'audit', '--prod', '--audit-level', 'high'],
  { encoding: 'utf8', timeout: 60_000 },
)
const output = `${stdout}${stderr}`
if (status !== 0 && (status === null || NO_ANSWER.test(output))) {
  console.warn('════ NOT AUDITED: the registry gives no advisories, so no dependency was checked ════')
  console.warn(output.trim())
} else {
  console.log(output.trim())
  process.exitCode = status
}
