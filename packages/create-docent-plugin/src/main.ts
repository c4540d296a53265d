#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createPlugin, PluginRefused } from './create-plugin.ts'
import { nextSteps } from './next-steps.ts'
import { PORTS } from './ports.ts'

const HELP = `npm create docent-plugin <port> <name> [-- --folder <folder>]

Makes a plugin for Docent in a folder of its own. It type-checks at once, and the contract suite of its port
says which member to write next.

PORTS
${PORTS.map(({ port, promise }) => `  ${port.padEnd(14)}${promise}`).join('\n')}

EXAMPLE
  npm create docent-plugin RateLimiter redis`

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
    },
  })
  const [port, name] = positionals
  if (values.help === true || port === undefined || name === undefined) {
    console.log(HELP)
    if (values.help !== true) process.exitCode = 1
  } else {
    const created = await createPlugin({ port, name, folder: values.folder })
    console.log(values.json === true ? JSON.stringify(created, null, 2) : nextSteps(created))
  }
} catch (error) {
  if (!(error instanceof PluginRefused) && !(error instanceof TypeError)) throw error
  console.error(`Error: ${error.message}`)
  process.exitCode = 1
}
