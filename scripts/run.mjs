// Installs with the pinned pnpm (which puts the repository's own Node first on PATH) and runs a root script inside it.
import { fileURLToPath } from 'node:url'
import { installArgs } from './lockfile.mjs'
import { pnpm } from './pnpm.mjs'

const [script, ...rest] = process.argv.slice(2)
const install = pnpm(installArgs(fileURLToPath(new URL('..', import.meta.url))))
if (install !== 0) process.exit(install)
process.exit(pnpm(['run', script, ...rest]))
