import { createServer, type Server, type Socket } from 'node:net'

/** A proxy before PostgreSQL that cuts a connection in the middle of a commit, when it was told to. */
export class CommitCutter {
  readonly port: number
  readonly #server: Server
  #cutNext: 'before' | 'after' | undefined
  cuts = 0

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static async start(upstream: () => Socket): Promise<CommitCutter> {
    const sockets = new Set<Socket>()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const cutter = new CommitCutter(server, address.port)
    server.on('connection', (client) => {
      const database = upstream()
      let isCommitting = false
      for (const socket of [client, database]) {
        sockets.add(socket)
        socket.on('error', () => socket.destroy())
        socket.on('close', () => {
          client.destroy()
          // What was sent is still handled by the server.
          database.end()
        })
      }
      client.on('data', (bytes) => {
        if (cutter.#cutNext && bytes.includes('COMMIT')) {
          cutter.cuts += 1
          isCommitting = cutter.#cutNext === 'after'
          const isBefore = cutter.#cutNext === 'before'
          cutter.#cutNext = undefined
          if (isBefore) {
            client.destroy()
            database.destroy()
            return
          }
        }
        database.write(bytes)
      })
      database.on('data', (bytes) => {
        // The server has committed, and its answer is lost.
        if (isCommitting) client.destroy()
        else client.write(bytes)
      })
    })
    server.on('close', () => {
      for (const socket of sockets) socket.destroy()
    })
    return cutter
  }

  cut(when: 'before' | 'after'): void {
    this.#cutNext = when
  }

  stop(): void {
    this.#server.close()
    this.#server.emit('close')
  }
}
