import { spawn, spawnSync } from 'node:child_process'
import { toldWhileWaiting } from './waiting.mjs'

export const PNPM = 'pnpm@12.21.0'

/** In a clone. */
export const INSTALL = ['install', '--frozen-lockfile', '--reporter=silent']

const isWindows = process.platform === 'win32'
/** What npm warns of here, such as a setting that it does not know, it has said already of the command itself. */
const command = (args) => [isWindows ? 'npx.cmd' : 'npx', ['--yes', '--loglevel=error', PNPM, ...args]]

/** Without it, npm waits for more than two minutes in silence before it says that the registry cannot be reached. */
const env = { npm_config_fetch_retry_maxtimeout: '10000', ...process.env }

/**
 * Runs the pinned pnpm through npx and returns its exit code.
 * With `output: 'stderr'` what it prints goes there, so that standard output stays the caller's own.
 */
export function pnpm(args, { cwd = process.cwd(), output = 'stdout' } = {}) {
  const stdio = ['inherit', output === 'stderr' ? 2 : 1, 2]
  const { status, error } = spawnSync(...command(args), { cwd, env, stdio, shell: isWindows })
  if (error) sayMissing(error)
  return error ? 1 : (status ?? 1)
}

/**
 * A step of a program that a person waits for, which ends the program when it fails. What it prints goes to standard
 * error, so that standard output stays the program's own.
 */
export async function step(title, args, { cwd, note = '' }) {
  const began = Date.now()
  console.error(`${title}${note} …`)
  const code = await pnpmWithSigns(title, args, { cwd })
  if (code !== 0) {
    console.error(`${title} failed. See the error above.`)
    process.exit(code)
  }
  console.error(`${title}: done in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

/** Says a line now and then while nothing else is to be seen. */
async function pnpmWithSigns(title, args, { cwd }) {
  const child = spawn(...command(args), { cwd, env, stdio: ['inherit', 2, 2], shell: isWindows })
  const stop = toldWhileWaiting(title)
  try {
    return await new Promise((resolve) => {
      child.once('error', (error) => {
        sayMissing(error)
        resolve(1)
      })
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    stop()
  }
}

function sayMissing(error) {
  console.error(`Could not run npx: ${error.message}. Docent needs Node with npm, and git.`)
}
