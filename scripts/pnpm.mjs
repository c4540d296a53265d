import { spawnSync } from 'node:child_process'

export const PNPM = 'pnpm@12.21.0'

/**
 * Runs the pinned pnpm through npx and returns its exit code.
 * With `output: 'stderr'` what it prints goes there, so that standard output stays the caller's own.
 */
export function pnpm(args, { cwd = process.cwd(), output = 'stdout' } = {}) {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const result = spawnSync(npx, ['--yes', PNPM, ...args], {
    cwd,
    stdio: ['inherit', output === 'stderr' ? 2 : 1, 2],
    shell: process.platform === 'win32',
  })
  if (result.error) {
    console.error(`Could not run npx: ${result.error.message}. Docent needs Node with npm, and git.`)
    return 1
  }
  return result.status ?? 1
}
