import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DocentError } from '../../errors/docent-error.ts'

/** The entry of threads that parse pages. */
export const PARSE_WORKER = { built: './parse.worker.js', source: '../../parse.worker.ts' }

/**
 * The module that worker threads start from: `built` lies beside the bundle, `source` beside the sources. Threads run
 * sources with the loader that Node got by `--import`. A test runner transforms sources by itself, which its threads
 * can't: the answer is undefined, and the caller works in its own thread.
 * @param from `import.meta.url` of the caller
 * @throws DocentError `configuration` for a bundle without it: foreign text would be parsed where it can stop the server.
 */
export function threadEntry(
  from: string,
  { built, source }: { built: string; source: string },
): URL | undefined {
  if (from.endsWith('.ts')) return process.execArgv.includes('--import') ? new URL(source, from) : undefined
  const entry = new URL(built, from)
  if (existsSync(fileURLToPath(entry))) return entry
  throw new DocentError(
    'configuration',
    `${fileURLToPath(entry)} is missing. Docent needs it to start the threads that parse documentation. Copy ${entry.pathname.split('/').at(-1)} from the package to the folder of your bundle, or leave the package out of the bundle.`,
  )
}
