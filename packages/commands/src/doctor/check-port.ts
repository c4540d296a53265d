import { createServer } from 'node:net'
import { attention, type CheckResult, checked, failed, fine } from './check-result.ts'

const NAME = 'port'

/** Whether a server that is started now can listen. */
export function checkPort(host: string, port: number): Promise<CheckResult> {
  return checked(NAME, async () => {
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const code = await listen(host, port)
    switch (code) {
      case undefined:
        return fine(NAME, `${address} is free`)
      case 'EADDRINUSE':
        return attention(
          NAME,
          `Another program uses ${address}, so the server cannot start`,
          `Stop that program, or set PORT to another port. To find it: ss -ltnp 'sport = :${port}'`,
        )
      case 'EACCES':
        return failed(
          NAME,
          `This user is not allowed to listen on ${address}`,
          'Set PORT to 1024 or higher, and put a proxy in front of the server.',
        )
      default:
        return failed(
          NAME,
          `Nothing can listen on ${address} (${code})`,
          'Set http.host in docent.config.ts, or HOST, to an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
        )
    }
  })
}

/** @returns the code of the failure; undefined when the port is free */
function listen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
