// Installs the services that tests need and that are missing: as root with the packages of Debian. Otherwise it prints
// what to install. Ends with code 1 if something is missing afterwards.
import { spawnSync } from 'node:child_process'
import { findProgram } from '../../packages/simulators/src/find-program.ts'
import { SERVICES } from '../../packages/simulators/src/services.ts'
import { howToInstall } from './how-to-install.ts'

/** No questions; and RUNLEVEL keeps packages from starting servers of their own. */
const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }

const missing = SERVICES.filter((service) => !service.isInstalled())
if (missing.length === 0) console.log('Everything that the tests need is installed.')
else install()

function install(): void {
  console.log(`Missing: ${missing.map(({ name }) => name).join(', ')}.`)
  const isRoot = process.getuid?.() === 0
  const installation = howToInstall(missing, { isRoot, aptGet: findProgram('apt-get') })
  if ('advice' in installation) {
    console.log(installation.advice)
    process.exitCode = 1
    return
  }
  for (const [program = '', ...args] of installation.commands) {
    console.log([program, ...args].join(' '))
    const { status, error } = spawnSync(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) console.error(`This command failed${error ? `: ${error.message}` : ''}.`)
  }
  const left = missing.filter((service) => !service.isInstalled())
  if (left.length === 0) console.log('Everything that the tests need is installed now.')
  else {
    console.error(
      `Still missing: ${left.map(({ name }) => name).join(', ')}. See the output of apt-get above.`,
    )
    process.exitCode = 1
  }
}
