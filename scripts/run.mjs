// Installs with the pinned pnpm (which puts the repository's own Node first on PATH) and runs a root script inside it.
import { INSTALL, pnpm } from './pnpm.mjs'

const [script, ...rest] = process.argv.slice(2)
const install = pnpm(INSTALL)
if (install !== 0) process.exit(install)
process.exit(pnpm(['run', script, ...rest]))
