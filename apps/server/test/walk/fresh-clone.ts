import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

export interface StartedClone {
  /** Signs the owner in. */
  readonly link: string
  /** What the terminal shows. */
  readonly printed: string
  stop(): Promise<void>
}

const LINK = /http:\S+\/dashboard\/link#\S+/

/** Clones the repository into the folder, and runs `npm start` there until it has printed the owner's link. */
export async function startFreshClone(repository: string, folder: string): Promise<StartedClone> {
  await promisify(execFile)('git', ['clone', '--quiet', repository, folder])
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  try {
    const { link, printed } = await linkOf(child)
    return { link, printed, stop: () => stop(child) }
  } catch (error) {
    await stop(child)
    throw error
  }
}

function linkOf(child: ChildProcess): Promise<{ link: string; printed: string }> {
  let printed = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const [link] = LINK.exec(printed) ?? []
      if (link !== undefined) resolve({ link, printed })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`npm start ended without a link:\n${printed}`)))
  })
}

/** npm, its shell and the server are one group. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await ended
}
