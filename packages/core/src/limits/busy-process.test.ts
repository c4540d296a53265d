// A service that always answers at once, and a process that is too busy to read what it says. With real timers and
// sockets: what matters is in which turn of the event loop an answer can be read.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OutageGuard } from './outage-guard.ts'

/** Long enough for another thread to answer, also on a machine that is busy with other things. */
const BUSY_MS = 400

let worker: Worker
let socket: Socket
const answers: (() => void)[] = []

beforeAll(async () => {
  const source = `
    const { parentPort } = require('node:worker_threads')
    const server = require('node:net').createServer((socket) => socket.on('data', (data) => socket.write(data)))
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`
  worker = new Worker(source, { eval: true })
  const [port] = await once(worker, 'message')
  socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  socket.on('data', (data: Buffer) => {
    for (const _ of data) answers.shift()?.()
  })
})
afterAll(async () => {
  socket.destroy()
  await worker.terminate()
})

const ask = () =>
  new Promise<string>((resolve) => {
    answers.push(() => resolve('answered'))
    socket.write('?')
  })

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

function guarded() {
  const changes: boolean[] = []
  const guard = new OutageGuard({
    name: 'The service',
    timeoutMs: 50,
    probe: ask,
    onChange: (outage) => changes.push(outage !== undefined),
  })
  return { guard, changes, ask: () => guard.run(ask, () => true) }
}

const sums = async (calls: Promise<string>[]) =>
  new Set(
    (await Promise.allSettled(calls)).map((call) => (call.status === 'fulfilled' ? call.value : 'refused')),
  )

test('answers that cannot be read yet are no fault of the service, whenever the process is busy', async () => {
  const { guard, changes, ask: call } = guarded()
  const calls: Promise<string>[] = []
  for (let round = 0; round < 4; round += 1) {
    // Calls of a turn that takes long, and of the callbacks right after it.
    for (let each = 0; each < 10; each += 1) calls.push(call())
    block(BUSY_MS)
    for (let each = 0; each < 10; each += 1) calls.push(call())
    block(BUSY_MS)
    await turn()
    calls.push(call())
    setImmediate(() => block(BUSY_MS))
    await turn()
  }
  expect(await sums(calls)).toEqual(new Set(['answered']))
  expect([guard.timeouts, changes]).toEqual([0, []])
})

test('calls that begin between the timer and the look are not judged by it', async () => {
  const { guard, changes, ask: call } = guarded()
  const calls = [call()]
  // Due with the first timer of the guard, whose look comes after the turn.
  setTimeout(() => {
    setImmediate(() => {
      for (let each = 0; each < 10; each += 1) calls.push(call())
      block(BUSY_MS)
    })
  }, 24)
  await new Promise((resolve) => setTimeout(resolve, 30))
  await turn()
  await Promise.allSettled(calls)
  expect(await sums(calls)).toEqual(new Set(['answered']))
  expect([guard.timeouts, changes]).toEqual([0, []])
})
