import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { dashboardFile } from './dashboard-file.ts'

/** Builds the dashboard from its sources as they are, once before all browser tests of the server. */
export default async function buildDashboard(): Promise<void> {
  await promisify(execFile)(process.execPath, [dashboardFile('build.mjs')])
}
