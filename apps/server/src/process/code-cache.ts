import { existsSync } from 'node:fs'
// As a whole: Node 20 lacks these names, and would refuse an import of them before anything can name its version.
import module from 'node:module'
import { join, resolve } from 'node:path'

/**
 * Keeps compiled code, which saves a quarter of a start: in the data directory once there is one, because a container
 * keeps that and loses its temporary folder. NODE_COMPILE_CACHE wins. Before any other import of the program.
 */
export function enableCodeCache(): void {
  // Not dataDirectoryOf(): its file would be loaded, and compiled, before there is a cache.
  const data = resolve(process.env.DOCENT_DATA || '.docent-data')
  module.enableCompileCache?.(
    process.env.NODE_COMPILE_CACHE || (existsSync(data) ? join(data, 'cache', 'code') : undefined),
  )
}

/** Writes the cache now: a process that is killed would leave none. */
export function flushCodeCache(): void {
  module.flushCompileCache?.()
}
