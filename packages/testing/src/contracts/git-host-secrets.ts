import { inspect } from 'node:util'
import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { failureOf, type GitHostContext, type GitHostNetwork, given } from './git-host-context.ts'
import { memberCalls } from './git-host-members.ts'
import type { PlannedReply } from './host-traffic.ts'

/** Where credentials may never be seen: errors, logs, addresses, bodies, and servers that are not the host. */
export const secretCases: readonly ContractCase<GitHostContext>[] = [
  {
    name: 'shows no credential in errors or logs, whatever the host sends back',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      const calls = await memberCalls(context)
      const secrets = await secretsOf(context, network)
      expect(secrets).not.toEqual([])
      for (const reply of echoes(secrets)) {
        for (const { name, run } of calls) {
          const stop = network.traffic.disturb({ reply })
          const error = await failureOf(run(context.host))
          stop()
          expect([name, seen(secrets, everythingOf(error))]).toEqual([name, []])
        }
      }
      expect(seen(secrets, network.log.text())).toEqual([])
    },
  },
  {
    name: 'shows no credential in the error of a connection that breaks',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      const calls = await memberCalls(context)
      const secrets = await secretsOf(context, network)
      for (const { name, run } of calls) {
        const stop = network.traffic.disturb({ breaks: 'before' })
        const error = await failureOf(run(context.host))
        stop()
        expect([name, seen(secrets, everythingOf(error))]).toEqual([name, []])
      }
      expect(seen(secrets, network.log.text())).toEqual([])
    },
  },
  {
    name: 'sends credentials in headers alone, where no log of a proxy has them',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      for (const { run } of await memberCalls(context)) await run(context.host)
      const secrets = await secretsOf(context, network)
      for (const { url, body } of network.traffic.requests) {
        expect(seen(secrets, `${decodeURIComponent(url)}\n${body}`)).toEqual([])
      }
    },
  },
  {
    name: 'sends credentials to its own host alone, wherever it is led',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      const calls = await memberCalls(context)
      const elsewhere = 'https://elsewhere.example'
      for (const status of [301, 302, 307, 308]) {
        for (const { name, run } of calls) {
          const before = network.traffic.requests.length
          const location = `${elsewhere}/api`
          const stop = network.traffic.disturb({ reply: { status, headers: { location }, body: '{}' } })
          const error = await failureOf(run(context.host))
          stop()
          expect([name, error]).toMatchObject([name, { code: expect.stringMatching(/^git_host_/) }])
          const led = network.traffic.requests.slice(before).filter(({ url }) => url.startsWith(elsewhere))
          expect([name, led.filter(({ headers }) => headers.has('authorization'))]).toEqual([name, []])
          expect([name, led.filter(({ headers }) => headers.has('private-token'))]).toEqual([name, []])
          expect([name, led.filter(({ method }) => method !== 'GET')]).toEqual([name, []])
        }
      }
    },
  },
]

/** Every secret of the context: configured, handed out for git, and sent. */
async function secretsOf(
  { host, repository }: GitHostContext,
  network: GitHostNetwork,
): Promise<readonly string[]> {
  const handed = (await host.remote(repository, { access: 'write' })).credentials?.password
  const sent = network.traffic.requests.flatMap(({ headers }) =>
    ['authorization', 'private-token', 'x-api-key'].flatMap((name) => {
      const value = headers.get(name)
      return value === undefined ? [] : [value.replace(/^(basic|bearer|token) /i, '')]
    }),
  )
  const given = [...(network.secrets ?? []), ...(handed === undefined ? [] : [handed])]
  const plain = [...new Set([...given, ...sent])].filter((secret) => secret.length >= 4)
  return plain
}

/** As credentials of git are sent. */
function basic(secret: string): string {
  return Buffer.from(`x:${secret}`).toString('base64')
}

/** Hosts and proxies that send back what they got: in a message, in a field, in an address, in a header. */
function echoes(secrets: readonly string[]): PlannedReply[] {
  const all = [...secrets, ...secrets.map((secret) => `Basic ${basic(secret)}`)].join(' ')
  const [first = ''] = secrets
  return [
    { status: 500, body: JSON.stringify({ message: `bad header: Authorization: Bearer ${all}` }) },
    { status: 403, body: JSON.stringify({ message: `no access for ${all}`, error: all, errors: [all] }) },
    { status: 401, body: JSON.stringify({ message: `token ${all} is wrong` }) },
    {
      status: 422,
      body: JSON.stringify({ message: `https://x:${first}@host/ ${all}`, errors: [{ message: all }] }),
    },
    { status: 400, headers: { 'content-type': 'text/html', 'x-echo': first }, body: `<p>${all}</p>` },
    { status: 404, body: JSON.stringify({ message: all }) },
    { status: 200, body: JSON.stringify({ message: all, default_branch: { all } }) },
  ]
}

function everythingOf(error: unknown): string {
  const causes: unknown[] = []
  for (let each = error; each instanceof Error; each = each.cause) causes.push(each.message, each.stack)
  return [
    String(error),
    JSON.stringify(error),
    inspect(error, { depth: 12, showHidden: true }),
    ...causes,
  ].join('\n')
}

/** Those of the secrets that a text shows. */
function seen(secrets: readonly string[], text: string): string[] {
  // Without the ends, which depend on what stands beside it.
  return secrets.filter((secret) => text.includes(secret) || text.includes(basic(secret).slice(4, -4)))
}
