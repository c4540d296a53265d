import { defineLocal, style } from '@docent/command-line'
import { attention, CheckResult, checked, checkPort, checkSiteOrigin, failed, fine } from '@docent/commands'
import { openIdSettings } from '@docent/dashboard-api/for-commands'
import { z } from 'zod'
import { dataDirectoryOf, httpSettings } from '../config/environment.ts'
import { loadConfig } from '../config/load-config.ts'
import { findServer } from '../control/find-server.ts'
import { checkMachine } from '../doctor/check-machine.ts'
import { checkStores } from '../doctor/check-stores.ts'

export const command = defineLocal({
  description: 'Check the installation, and say how to fix problems',
  args: {
    offline: {
      type: 'boolean',
      description: 'Skip the checks of models, git hosts, and the sign-in provider',
    },
  },
  example: 'doctor',
  exitCodes: { 1: 'a check failed' },
  json: z.object({ ok: z.boolean(), checks: z.array(CheckResult) }),
  async run({ args }) {
    const { env } = process
    const folder = process.cwd()
    const dataDirectory = dataDirectoryOf(env, folder)
    const checks = await checkMachine(env, dataDirectory)
    const server = await findServer(dataDirectory)
    checks.push(fine('server', server ? `Running at ${server.url}` : 'Not running on this data directory'))
    let siteOrigin: string | undefined
    const isReady = checks.every(({ status }) => status !== 'failed')
    const reach = args.offline !== true
    checks.push(
      await checked('configuration', async () => {
        const config = await loadConfig(folder)
        const { publicUrl, host, port, ...http } = httpSettings(config, env)
        siteOrigin = http.siteOrigin
        const openId = openIdSettings(config, env)
        if (server === undefined && port !== 0) checks.push(await checkPort(host, port))
        if (isReady) checks.push(...(await checkStores({ config, openId, folder, reach, server })))
        const isOpen = !['127.0.0.1', '::1', 'localhost'].includes(host)
        if (isOpen && publicUrl === undefined)
          return attention(
            'configuration',
            `The server listens on ${host}, and links begin with that address`,
            'Set http.publicUrl in docent.config.ts, or DOCENT_URL, to the address that people use.',
          )
        if (publicUrl?.startsWith('http:') && isOpen)
          return attention(
            'configuration',
            `${publicUrl} is not encrypted, so passwords travel in the clear`,
            'Put TLS in front of the server, and set http.publicUrl to its https address.',
          )
        return fine('configuration', publicUrl ?? 'Valid')
      }),
    )
    if (siteOrigin !== undefined && server && reach) checks.push(await checkSiteOrigin(siteOrigin))
    if (!isReady)
      checks.push(
        failed(
          'stores',
          'Not checked, because an earlier check failed',
          'Fix what failed above, and then run this command again.',
        ),
      )
    const ok = checks.every(({ status }) => status !== 'failed')
    if (!ok) process.exitCode = 1
    return { ok, checks }
  },
  show({ ok, checks }, out) {
    const marks = { ok: style('green', '✓'), attention: style('yellow', '!'), failed: style('red', '✗') }
    for (const { name, status, message, fix } of checks) {
      out.line(`${marks[status]} ${name}: ${message}`)
      if (fix !== null) out.line(`    ${fix}`)
    }
    const count = checks.filter(({ status }) => status !== 'ok').length
    out.line(
      count === 0
        ? '\nAll checks passed.'
        : `\n${count} of ${checks.length} ${count === 1 ? 'needs' : 'need'} attention${ok ? '' : ' or failed'}.`,
    )
  },
})
