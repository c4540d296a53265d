import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import { run } from './run.mjs'

/** Starts a server in an empty folder, asks the question that its first start prints, and ends it by SIGTERM. */
export async function askDemo(command, args, { cwd, env }) {
  const server = spawn(command, args, {
    cwd,
    env: { ...env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = new Promise((resolve) => server.once('exit', (code, signal) => resolve(signal ?? code)))
  try {
    const ask = await firstQuestion(server)
    const answer = await run('question to the demo', 'sh', ['-euc', ask], { cwd, env })
    assert.match(answer, /text-delta/, `the demo answers: ${answer}`)
    assert.match(answer, /quickstart|your-own-docs/, `the demo cites no page: ${answer}`)
  } finally {
    if (server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
    assert.equal(await ended, 0, 'the server does not end well on SIGTERM')
  }
}

/** The command that a first start prints, once the demo is indexed. */
function firstQuestion(server) {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`The server was not ready in time: ${output}`)), 90_000)
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`The server ended: ${output}`)))
    const read = (piece) => {
      output += piece
      const [, command] = /^ +(curl -N .*)$/m.exec(output) ?? []
      // The log says it in a line for a program or for a person.
      if (command === undefined || !/\bindexed\b/.test(output)) return
      clearTimeout(timer)
      resolve(command)
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
  })
}
