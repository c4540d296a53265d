import { spawn } from 'node:child_process'

/** Runs a command, says how long it took, and returns what it printed. Rejects with its output when it fails. */
export function run(title, command, args, options) {
  const began = Date.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stdout.on('data', (piece) => (output += piece))
    child.stderr.on('data', (piece) => (errors += piece))
    child.once('error', reject)
    child.once('close', (code) => {
      console.error(`${title}: ${((Date.now() - began) / 1000).toFixed(1)} s`)
      if (code === 0) resolve(output)
      else reject(new Error(`${title} failed (${code}):\n${output}\n${errors}`))
    })
  })
}
