import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** Where page `n` of a generated repository is. */
export function generatedPath(n: number): string {
  return `docs/section-${n % 37}/part-${n % 211}/page-${n}.mdx`
}

/** Pages of words from a fixed vocabulary, the same on every run; one in a hundred has a needle. */
export async function generateRepository(gitDir: string, files: number, bytes: number): Promise<void> {
  await exec('git', ['init', '--quiet', '--bare', '--initial-branch=main', gitDir])
  const child = spawn('git', ['fast-import', '--quiet'], {
    cwd: gitDir,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const done = once(child, 'close')
  child.stdin.write('commit refs/heads/main\ncommitter A <a@example.com> 1767225600 +0000\ndata 4\nseed')
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const words = Array.from({ length: 4_000 }, () =>
    Math.floor(random() * 2 ** 40)
      .toString(36)
      .replaceAll(/\d/g, 'o'),
  )
  for (let n = 0; n < files; n++) {
    let text = `# Page ${n}\n`
    while (text.length < bytes) {
      text += `${Array.from({ length: 12 }, () => words[Math.floor(random() ** 2 * words.length)]).join(' ')}\n`
    }
    if (n % 100 === 0) text += `needle-${n}\n`
    const chunk = `\nM 100644 inline ${generatedPath(n)}\ndata ${Buffer.byteLength(text)}\n${text}`
    if (!child.stdin.write(chunk)) await once(child.stdin, 'drain')
  }
  child.stdin.end('\n')
  await done
}
