import { createServer, type Server, type Socket } from 'node:net'

/**
 * `before`: the server never hears of the commit. `after`: it commits, and its answer is lost. `late`: the client is cut
 * before, and the server hears of the commit later.
 */
export type Cut = 'before' | 'after' | 'late'

/** A proxy before PostgreSQL that cuts a connection in the middle of a commit, when it was told to. */
export class CommitCutter {
  readonly port: number
  readonly #server: Server
  #next: { when: Cut; meanwhile: () => Promise<void>; statement: string } | undefined
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
      let cut: { when: Cut; meanwhile: () => Promise<void> } | undefined
      let isHeld = false
      for (const socket of [client, database]) {
        sockets.add(socket)
        socket.on('error', () => socket.destroy())
        socket.on('close', () => {
          // A client that is held hears of nothing yet, and what is late is still to be sent.
          if (!isHeld) client.destroy()
          // What was sent is still handled by the server.
          if (!isHeld) database.end()
        })
      }
      const hold = (then: () => void) => {
        isHeld = true
        const end = () => {
          isHeld = false
          then()
          client.destroy()
        }
        cut?.meanwhile().then(end, end)
      }
      client.on('data', (bytes) => {
        if (cut || !cutter.#next || !bytes.includes(cutter.#next.statement)) {
          database.write(bytes)
          return
        }
        cutter.cuts += 1
        cut = cutter.#next
        cutter.#next = undefined
        if (cut.when === 'after') database.write(bytes)
        if (cut.when === 'before') hold(() => database.destroy())
        if (cut.when === 'late') {
          hold(() => database.end(bytes))
          client.destroy()
        }
      })
      database.on('data', (bytes) => {
        if (isHeld) return
        // The server has committed, and its answer is lost.
        if (cut?.when === 'after') hold(() => undefined)
        else client.write(bytes)
      })
    })
    server.on('close', () => {
      for (const socket of sockets) socket.destroy()
    })
    return cutter
  }

  /**
   * Cuts the next commit.
   * @param meanwhile happens before the client learns of it, or, when `late`, the server
   * @param statement a word of another statement to cut at: one that commits by itself
   */
  cut(when: Cut, meanwhile: () => Promise<void> = async () => undefined, statement = 'COMMIT'): void {
    this.#next = { when, meanwhile, statement }
  }

  stop(): void {
    this.#server.close()
    this.#server.emit('close')
  }
}
