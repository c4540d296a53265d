import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The native modules that a lockfile has for Linux on x64 and not for this machine. A lockfile has what the registry had
 * where it was made, and pnpm installs nothing else from it: what is missing fails only when it is loaded.
 *
 * @param lockfile its text
 * @returns names of the modules for Linux on x64
 */
export function missingNatives(lockfile, { platform = process.platform, arch = process.arch } = {}) {
  const names = new Set(
    [...lockfile.matchAll(/^ {2}'?((?:@[\w.-]+\/)?[\w.-]+)@\d/gm)].map(([, name]) => name),
  )
  const here = `${platform}-${arch}`
  return [...names].filter((name) => {
    const [before, after] = name.split('linux-x64')
    if (after === undefined || after.startsWith('-musl')) return false
    return ![...names].some((other) => other.startsWith(`${before}${here}`))
  })
}

/** How to install in a clone: from the lockfile, or without it where that would leave native modules out. */
export function installArgs(root, { say = console.error, ...machine } = {}) {
  const missing = missingNatives(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'), machine)
  if (missing.length === 0) return ['install', '--frozen-lockfile', '--reporter=silent']
  const { platform = process.platform, arch = process.arch } = machine
  say(
    `The lockfile has no native modules for ${platform} on ${arch}, such as in place of ${missing[0]}. Installing without it: packages may be newer than the tested ones.`,
  )
  return ['install', '--no-lockfile', '--reporter=silent']
}
