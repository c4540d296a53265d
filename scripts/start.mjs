// Starts the server, or with --command runs a docent command. Installs and builds first when something changed since
// the last time. Plain JavaScript for whatever Node there is: the server itself runs on the repository's own Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { INSTALL, step } from './pnpm.mjs'
import { forgetStamp, isCurrent, readStamp, stampOf, writeStamp } from './stamp.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const main = join(root, 'apps', 'server', 'dist', 'main.js')
/** glibc keeps what threads freed in an arena for each of them: https://man7.org/linux/man-pages/man3/mallopt.3.html */
const env = { MALLOC_ARENA_MAX: '2', ...process.env }

await prepare()
run(process.argv.slice(2).filter((arg, index) => !(index === 0 && arg === '--command')))

async function prepare() {
  const stored = readStamp(root)
  const now = stampOf(root)
  const installed = isCurrent(stored, now, 'install') && existsSync(node)
  const built = installed && isCurrent(stored, now, 'build') && existsSync(main)
  if (built) return
  // Until both steps are done, nothing is known to be right.
  forgetStamp(root)
  if (!installed)
    await step('Installing dependencies', INSTALL, {
      cwd: root,
      note: '; the first time takes about half a minute',
    })
  await step('Building', ['--silent', 'run', 'bundle'], { cwd: root })
  writeStamp(root, now)
}

/** Passes signals on, and ends as the server ends. */
function run(args) {
  const child = spawn(node, [main, ...args], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  stopWithNpm(child)
  child.on('error', (error) => {
    console.error(`Could not run ${node}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
  })
}

/** npm ends the shell between it and this process, which passes no signal on: being left behind says the same. */
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500).unref()
}
