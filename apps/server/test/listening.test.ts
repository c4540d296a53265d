import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { OPENSSL } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts'

let server: TestServer | undefined
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await server?.[Symbol.asyncDispose]()
  server = undefined
  for (const cleanup of cleanups.splice(0)) await cleanup()
  vi.restoreAllMocks()
})

type Http = NonNullable<NonNullable<TestServerOptions['config']>['http']>

async function start(http: Http, chosen?: TestServerOptions['http']): Promise<TestServer> {
  server = await startTestServer({
    config: { http: { port: 0, drainMs: 1_000, ...http } },
    ...(chosen ? { http: chosen } : {}),
  })
  return server
}

async function overTls(url: string): Promise<{ status: number | undefined; subject: unknown }> {
  const request = get(`${url}/health/live`, { rejectUnauthorized: false, agent: false })
  const [reply] = await once(request, 'response')
  reply.resume()
  const { subject } = (reply.socket as TLSSocket).getPeerCertificate()
  await once(reply, 'end')
  return { status: reply.statusCode, subject: subject.CN }
}

async function takenPort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  cleanups.push(async () => taken.close())
  return (taken.address() as AddressInfo).port
}

test('HTTPS is served with a certificate that is made at the start', { timeout: 120_000 }, async () => {
  const { url } = await start({}, { https: true })
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect((await overTls(url)).status).toBe(200)
})

test('HTTPS is served with the files of the operator', needs(OPENSSL), async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-tls-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '1',
      '-subj',
      '/CN=own',
    ],
    { stdio: 'ignore' },
  )
  const { url } = await start({ https: { cert, key } })
  expect(await overTls(url)).toEqual({ status: 200, subject: 'own' })
})

test('a certificate that cannot be read is an error that names the setting', async () => {
  await expect(start({ https: { cert: '/nowhere/cert.pem', key: '/nowhere/key.pem' } })).rejects.toThrow(
    /http\.https cannot be used/,
  )
})

test('a port in use is an error, and in development another one is taken', { timeout: 120_000 }, async () => {
  const port = await takenPort()
  await expect(start({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use.`)
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const { url } = await start({ port }, { development: true })
  expect(url).not.toContain(`:${port}`)
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
  log.mockRestore()
})

test('an address that is not of this machine is an error', async () => {
  await expect(start({ host: '203.0.113.1' })).rejects.toThrow('This machine has no address 203.0.113.1.')
})

test('nothing ends the process on a signal, and the time limits are those of the settings', async () => {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'exit'] as const
  const before = signals.map((signal) => process.listenerCount(signal))
  await start({})
  expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before)
})

test('every address is listened on when asked for, and shown with a QR code', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
  const { running, url } = await start({ host: '0.0.0.0' })
  expect(url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/)
  expect((await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/health/live`)).status).toBe(200)
  await running.http.showAddresses()
  expect(lines.join('\n')).toContain(new URL(url).port)
  const isReachable = Object.values(networkInterfaces())
    .flat()
    .some((address) => address?.family === 'IPv4' && !address.internal)
  if (isReachable) expect(lines.join('\n')).toMatch(/[█▄▀]{5}/)
})
