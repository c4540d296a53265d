#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { assertNodeVersion } from './node-version.ts'

// Everything else is imported after the check: an older Node would fail on its syntax with a strange message.
if (assertNodeVersion(process.versions.node)) {
  enableCompileCache?.()
  const { runCli } = await import('./cli.ts')
  await runCli(process.argv.slice(2))
}
