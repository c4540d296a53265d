import { createServer } from 'node:net'
import { DocentError } from '@docent/core/plugin'
import type { HttpSettings } from '../config/http-settings.ts'

type Address = Pick<HttpSettings, 'host' | 'port' | 'https' | 'development'>

/**
 * The port to listen on: the one that is set, or one that is free where it is 0. Tried before anything else listens,
 * because an address that cannot be had would end the process there.
 * @throws DocentError `configuration`; not for a port that is in use in development, where the next free one is taken.
 */
export function choosePort(address: Address): Promise<number> {
  const { host, port, development } = address
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (development && error.code === 'EADDRINUSE') resolve(port)
      else reject(cannotListen(error, address))
    })
    probe.listen(port, host, () => {
      const bound = probe.address()
      probe.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : port))
    })
  })
}

export function cannotListen(error: unknown, { host, port, https }: Address): DocentError {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use. Stop the program that listens there, or choose another port with --port, PORT, or http.port.`,
    EACCES: `This user can't listen on port ${port}. Choose a port above 1023 with --port, PORT, or http.port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with HOST or http.host.`,
    ENOTFOUND: `The host ${host} cannot be found. Choose another with HOST or http.host.`,
  }
  const detail =
    reasons[code] ??
    (https
      ? `The certificate of http.https cannot be used (${message}). Check the paths of cert and key, and the passphrase.`
      : `Cannot listen on ${host}:${port} (${code || message}).`)
  return new DocentError('configuration', detail, { cause: error })
}
