import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What tests need that fill a disk: a file system of their own. */
export const OWN_DISKS = {
  name: 'The right to mount file systems',
  isInstalled: mayMount,
  install: 'sudo npm test (on Linux, as root)',
}

/** Mounts a file system in memory, with the options of tmpfs. False when the machine refuses. */
export function mountDisk(place: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status === 0
}

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const probe = mkdtempSync(join(tmpdir(), 'docent-mount-'))
  const isMounted = mountDisk(probe, 'size=1m')
  if (isMounted) spawnSync('umount', [probe])
  rmdirSync(probe)
  return isMounted
}
