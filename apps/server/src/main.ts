#!/usr/bin/env node
import { enableCodeCache } from './process/code-cache.ts'
import { readEnvFile } from './process/env-file.ts'
import { assertNodeVersion } from './process/node-version.ts'

// Everything else is imported after the check: an older Node would fail on its syntax with a strange message.
if (assertNodeVersion(process.versions.node)) {
  enableCodeCache()
  // A reader of the output, such as `head`, may close it early. That is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  readEnvFile(process.cwd())
  const { runCli } = await import('./cli.ts')
  await runCli(process.argv.slice(2))
}
