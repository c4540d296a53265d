import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A file of the dashboard. */
export const dashboardFile = (file: string) => new URL(`../../../dashboard/${file}`, import.meta.url).pathname

/** Builds the dashboard from its sources as they are. */
export async function buildDashboard(): Promise<void> {
  await promisify(execFile)(process.execPath, [dashboardFile('build.mjs')])
}
