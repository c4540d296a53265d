import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SERVICES } from '../packages/simulators/src/services.ts'
import { howToInstall } from '../scripts/services/how-to-install.ts'

const SCRIPT = fileURLToPath(new URL('../scripts/services/install.ts', import.meta.url))
const isRoot = process.getuid?.() === 0

/** Puts the programs of each package beside it, as a real one would. */
const APT_GET = `#!/bin/sh
printf '%s ' "$DEBIAN_FRONTEND" "$RUNLEVEL" "$@" >>"$FOLDER/calls"
echo >>"$FOLDER/calls"
[ "$1" = install ] || exit 0
for program in chromium fish openssl pgbouncer promtool ps redis-cli zsh initdb pg_dump pg_restore; do
  [ "$program" = "$WITHOUT" ] || printf '#!/bin/sh\\n' >"$FOLDER/$program"
done
printf '#!/bin/sh\\necho "Redis server v=7.0.15 sha=0"\\n' >"$FOLDER/redis-server"
for program in "$FOLDER"/*; do [ -L "$program" ] || chmod 755 "$program"; done
`

/** Runs the command on a machine that has nothing but a shell, and perhaps a package manager. */
function run({ hasApt, without = '' }: { hasApt: boolean; without?: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-services-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const program of ['/bin/sh', '/bin/chmod'])
    symlinkSync(program, join(folder, program.slice('/bin/'.length)))
  if (hasApt) {
    writeFileSync(join(folder, 'apt-get'), APT_GET)
    chmodSync(join(folder, 'apt-get'), 0o755)
  }
  const env = { PATH: folder, FOLDER: folder, WITHOUT: without, POSTGRES_BIN: folder, ONLY_ON_PATH: 'true' }
  const again = () => spawnSync(process.execPath, [SCRIPT], { env, encoding: 'utf8' })
  const calls = () => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '')
  return { ...again(), again, calls }
}

describe('npm run services', () => {
  test.runIf(isRoot)('installs the packages of Debian as root, and nothing the second time', () => {
    const first = run({ hasApt: true })
    expect(first).toMatchObject({ status: 0, stderr: '' })
    expect(first.stdout).toMatch(/^Missing: Chromium, .*zsh\.$/m)
    expect(first.stdout).toMatch(/installed now\.\n$/)
    const calls = first.calls()
    expect(calls).toMatch(
      /^noninteractive 1 update -qq \nnoninteractive 1 install --yes -qq chromium fish openssl pgbouncer postgresql procps prometheus redis-server zsh \n$/,
    )
    expect(first.again()).toMatchObject({
      status: 0,
      stdout: 'Everything that the tests need is installed.\n',
    })
    expect(first.calls()).toBe(calls)
  })

  test.runIf(isRoot)('fails and says what is still missing', () => {
    const { status, stderr } = run({ hasApt: true, without: 'pgbouncer' })
    expect(status).toBe(1)
    expect(stderr).toContain('Still missing: PgBouncer.')
  })

  test('prints what to install where there are no packages of Debian, and fails', () => {
    const { status, stdout } = run({ hasApt: false })
    expect(status).toBe(1)
    expect(stdout).toMatch(/package manager of your system:\n {2}Chromium\n[\s\S]* {2}Redis 6\.2 or later\n/)
  })

  test('prints the command for people who are not root', () => {
    const missing = SERVICES.filter(({ name }) => /Redis|pg_dump|PostgreSQL/.test(name))
    expect(howToInstall(missing, { isRoot: false, aptGet: '/usr/bin/apt-get' })).toEqual({
      advice: 'Run: sudo apt-get install --yes postgresql redis-server',
    })
  })
})
