import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Builds the files that a site loads, as a release builds them, once before all browser tests of the widget. */
export default async function buildWidget(): Promise<void> {
  await promisify(execFile)(process.execPath, [new URL('../build.mjs', import.meta.url).pathname])
}
