import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error a script without types.
import { installArgs, missingNatives } from '../scripts/lockfile.mjs'

const root = new URL('..', import.meta.url).pathname
const LOCKFILE = `packages:

  '@scope/tool-darwin-arm64@1.0.0':
    resolution: {integrity: sha512-a}

  '@scope/tool-linux-x64-gnu@1.0.0':
    resolution: {integrity: sha512-b}

  '@scope/tool-linux-x64-musl@1.0.0':
    resolution: {integrity: sha512-c}

  '@scope/search-linux-x64-gnu@2.0.0':
    resolution: {integrity: sha512-d}

  plain-linux-x64@1.0.0:
    resolution: {integrity: sha512-e}

  plain-win32-x64@1.0.0:
    resolution: {integrity: sha512-f}
`

test('names the native modules that a lockfile lacks for a machine', () => {
  const missing = (platform: NodeJS.Platform, arch: NodeJS.Architecture) =>
    missingNatives(LOCKFILE, { platform, arch })
  expect(missing('linux', 'x64')).toEqual([])
  expect(missing('darwin', 'arm64')).toEqual(['@scope/search-linux-x64-gnu', 'plain-linux-x64'])
  expect(missing('win32', 'x64')).toEqual(['@scope/tool-linux-x64-gnu', '@scope/search-linux-x64-gnu'])
})

test('installs from the lockfile where it has everything, and elsewhere without it, and says so', () => {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  expect(installArgs(root, { say, platform: 'linux', arch: 'x64' })).toContain('--frozen-lockfile')
  expect(said).toEqual([])
  const lacks = missingNatives(readFileSync(`${root}pnpm-lock.yaml`, 'utf8'), {
    platform: 'sunos',
    arch: 'x64',
  })
  expect(lacks.length).toBeGreaterThan(0)
  expect(installArgs(root, { say, platform: 'sunos', arch: 'x64' })).toContain('--no-lockfile')
  expect(said.join()).toContain('no native modules for sunos on x64')
})
