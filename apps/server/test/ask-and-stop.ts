import { connect, type Socket } from 'node:net'
import type { TestServer } from './start-test-server.ts'

/** Asks a question, reads the headers of the reply, and nothing of its body. */
export async function askAndStop(server: TestServer): Promise<{ socket: Socket; thread: string }> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  // The server may cut the reader off.
  socket.on('error', () => undefined)
  const body = JSON.stringify({
    fp: 'x',
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'How?' }] }],
  })
  socket.write(
    `POST /discovery/v2/assistant/docs/message HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.assistantKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  const head = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
  socket.pause()
  return { socket, thread: /x-thread-id: (\S+)/i.exec(head)?.[1] ?? '' }
}
