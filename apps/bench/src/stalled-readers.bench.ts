import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ModelProvider, Plugin } from '@docent/core'
import { openaiCompatible } from '@docent/model-ai-sdk'
import { startDocent } from './docent-under-test.ts'
import { row } from './figures.ts'
import { serveMeasured, startProcess } from './measured-process.ts'
import type { BenchServer } from './stream/bench-server.ts'
import { questionBody } from './stream/stream-client.ts'
import { streamModel } from './stream/stream-model.ts'

/**
 * Memory of the server while many readers ask for long answers and read nothing of them: with a model in the process,
 * and with one behind HTTP. Run with `node apps/bench/run.mjs stalled-readers`, or with
 * fewer readers and some of the servers with `… stalled-readers 100 'in process'`.
 */
const PROGRAM = fileURLToPath(import.meta.url)
const PATH = '/discovery/v2/assistant/docs/message'
const QUESTION = questionBody('')
/** Of one delta; a reply has 32 MB. */
const DELTA = 'passage '.repeat(128)
const DELTAS = 32 * 1024
const MEASURED_MS = 60_000
const UNBOUNDED = { stalledReaderMs: 600_000, maxStreamBytes: 64 * 1024 * 1024 * 1024 }

const SERVERS: Readonly<Record<string, () => Promise<BenchServer>>> = {
  'in process, unbounded': async () => docent(longModel(), UNBOUNDED),
  'in process': async () => docent(longModel()),
  'in process, limits of a server': async () => docent(longModel(), {}, {}),
  'over HTTP, unbounded': async () => docent(await modelOverHttp(), UNBOUNDED),
  'over HTTP': async () => docent(await modelOverHttp()),
  'over HTTP, limits of a server': async () => docent(await modelOverHttp(), {}, {}),
}

type Model = Parameters<typeof startDocent>[0]
type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never

async function docent(
  model: Model,
  ...limits: DropFirst<Parameters<typeof startDocent>>
): Promise<BenchServer> {
  const { url, assistantKey } = await startDocent(model, ...limits)
  return { url, paths: {}, headers: { authorization: `Bearer ${assistantKey}` } }
}

function longModel(): Model {
  const long = () => {
    let made = 0
    return new ReadableStream(
      {
        pull(stream) {
          if (made++ < DELTAS) stream.enqueue({ type: 'text-delta', id: '1', delta: DELTA })
          else stream.close()
        },
      },
      { highWaterMark: 0 },
    )
  }
  return { ...streamModel(), doStream: async () => ({ stream: long() }) }
}

async function modelOverHttp(): Promise<Model> {
  const baseURL = process.env.BENCH_MODEL_URL ?? ''
  const provider = Promise.withResolvers<ModelProvider>()
  const plugin: Plugin = openaiCompatible({ name: 'far', baseURL })
  plugin.install({
    env: {},
    clock: { now: () => Date.now() },
    addModelProvider: provider.resolve,
  } as unknown as Parameters<Plugin['install']>[0])
  return (await provider.promise).model('model').model
}

/** Writes chunks of a completion for as long as it is read. */
async function modelServer(): Promise<string> {
  const chunk = `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content: DELTA } }] })}\n\n`
  const chunks = chunk.repeat(16)
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let sent = 0
    const write = () => {
      while (sent < DELTAS * chunk.length && !response.destroyed) {
        sent += chunks.length
        if (!response.write(chunks)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

/** Asks, and reads nothing. */
async function stalled(server: BenchServer): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  socket.pause()
  await once(socket, 'connect')
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: ${server.headers.authorization}\r\ncontent-type: application/json\r\ncontent-length: ${QUESTION.length}\r\n\r\n${QUESTION}`,
  )
  return socket
}

async function measure(name: string, readers: number): Promise<void> {
  const server = await startProcess(PROGRAM, name)
  const before = (await server.usage()).rss
  const sockets = await Promise.all(Array.from({ length: readers }, () => stalled(server)))
  let most = 0
  for (const end = performance.now() + MEASURED_MS; performance.now() < end; await sleep(250))
    most = Math.max(most, (await server.usage()).rss)
  const after = (await server.usage()).rss
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  row(name, mb(before), mb(most), mb(after), `${Math.round((most - before) / readers / 1e3)} kB`)
  for (const socket of sockets) socket.destroy()
  await server.stop()
}

async function main([first = '500', name = '']: readonly string[]): Promise<void> {
  if (first === '--serve') {
    const start = SERVERS[name]
    if (!start) throw new Error(`There is no server ${name}.`)
    return serveMeasured(start)
  }
  process.env.BENCH_MODEL_URL = await modelServer()
  console.log(`\nResident memory of the server with ${first} readers of 32 MB each that read nothing`)
  row('model', 'before', 'most', 'a minute later', 'a reader')
  for (const each of Object.keys(SERVERS).filter((server) => server === name || name === ''))
    await measure(each, Number(first))
  process.exit()
}

await main(process.argv.slice(2))
