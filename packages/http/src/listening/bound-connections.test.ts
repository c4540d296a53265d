import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { boundConnections } from './bound-connections.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function scene(most: number) {
  const replies: ServerResponse[] = []
  const server = createServer((_req, res) => void replies.push(res)).listen(0, '127.0.0.1')
  const warn = vi.fn()
  boundConnections(server, most, { warn })
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = async (): Promise<Socket> => {
    const accepted = once(server, 'connection')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    closing.push(() => socket.destroy())
    await Promise.all([accepted, once(socket, 'connect')])
    return socket
  }
  const ask = async (socket: Socket) => {
    const asked = once(server, 'request')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await asked
  }
  return { server, open, ask, replies, warn }
}

test('closes the connection that has waited longest, and none that is being answered', async () => {
  const { open, ask, replies, warn } = await scene(3)
  const answered = await open()
  await ask(answered)
  const silent = await open()
  const other = await open()
  const gone = once(silent, 'close')
  await open()
  await gone
  expect([answered.destroyed, other.destroyed]).toEqual([false, false])
  replies[0]?.end('well')
  const [piece] = await once(answered, 'data')
  expect(String(piece)).toContain('200 OK')
  expect(warn).toHaveBeenCalledTimes(1)
})

test('counts a connection whose answer has ended as waiting, behind the others', async () => {
  const { open, ask, replies } = await scene(2)
  const kept = await open()
  await ask(kept)
  const silent = await open()
  replies[0]?.end('well')
  await once(kept, 'data')
  const gone = once(silent, 'close')
  await open()
  await gone
  expect(kept.destroyed).toBe(false)
})

test('closes the new connection when all others are being answered', async () => {
  const { open, ask } = await scene(1)
  const answered = await open()
  await ask(answered)
  const refused = await open()
  await once(refused, 'close')
  expect(answered.destroyed).toBe(false)
})

test('a connection that cannot be accepted does not end the process', async () => {
  const { server, warn } = await scene(1)
  server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  expect(warn).toHaveBeenCalledTimes(1)
})
