// Installs the newest versions of clients in a temporary folder, and runs the conformance of all clients with them in
// place of the newest ones that the tests name: `pnpm run check:clients`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NEWEST_PACKAGES } from './newest-packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'docent-clients-'))
try {
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const names = NEWEST_PACKAGES.map((name) => `${name}@latest`)
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...names], folder)
  for (const name of NEWEST_PACKAGES) {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    console.log(`${name} ${version}`)
  }
  process.exitCode = run('npx', ['vitest', 'run', '--config', 'vitest.clients.config.ts'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(command: string, args: readonly string[], cwd?: string): number {
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, NEWEST_CLIENTS: folder },
    ...(cwd === undefined ? {} : { cwd }),
  })
  if (error) throw error
  if (cwd !== undefined && status !== 0)
    throw new Error(`${command} ended with ${status}. See the error above.`)
  return status ?? 1
}
