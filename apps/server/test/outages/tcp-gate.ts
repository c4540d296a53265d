import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A door in front of a loopback server, that can be shut: connections are cut, and new ones are refused. */
export interface TcpGate {
  readonly port: number
  /** How often it was shut. */
  readonly outages: number
  /** Shuts the gate for so long, at once. */
  shut(ms: number): void
  /** Shuts it when either side next sends this text: what comes before the text still passes. */
  shutAt(text: string, ms: number): void
  close(): Promise<void>
}

/** @param held A gate that is shut does not open before this settles, however slow the machine is. */
export async function openGate(target: number, held: Promise<void> = Promise.resolve()): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  const traps: Array<{ text: string; ms: number }> = []
  const state = { outages: 0, timer: undefined as NodeJS.Timeout | undefined, closed: false }
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
      // The other side is told by `close`.
      socket.on('error', () => undefined)
    }
    forward(client, upstream)
    forward(upstream, client)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo

  function forward(from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      const index = traps.findIndex(({ text }) => bytes.includes(text))
      const [trap] = index < 0 ? [] : traps.splice(index, 1)
      if (!trap) to.write(bytes)
      else to.write(bytes.subarray(0, bytes.indexOf(trap.text)), () => shut(trap.ms))
    })
  }

  function shut(ms: number): void {
    state.outages += 1
    server.close()
    for (const socket of sockets) socket.destroy()
    state.timer = setTimeout(() => {
      void held.then(() => {
        if (!state.closed) void listen(port)
      })
    }, ms)
  }

  return {
    port,
    get outages() {
      return state.outages
    },
    shut,
    shutAt: (text, ms) => void traps.push({ text, ms }),
    async close() {
      state.closed = true
      clearTimeout(state.timer)
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}
