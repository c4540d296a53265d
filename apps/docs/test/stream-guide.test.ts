import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { sourceOf } from './content.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'docent-stream-guide-'))
let server: ChildProcess | undefined
afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

const blocks = (page: string) =>
  [...sourceOf(page).matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(([, language, text]) => ({
    language,
    text,
  }))

test('the guide to streaming shows the program and the page as they are tested', () => {
  const shown = blocks('plugins/stream-to-a-browser.mdx').map(({ text }) => text)
  for (const file of ['answers.ts', 'ask.html'])
    expect(shown).toContain(readFileSync(join(here, 'example', file), 'utf8').trimEnd())
})

test('the page of the guide shows the answer of the program', async () => {
  for (const file of ['embed.ts', 'answers.ts', 'ask.html'])
    cpSync(join(here, 'example', file), join(folder, file))
  symlinkSync(join(here, '../node_modules'), join(folder, 'node_modules'))
  const [, repository] = blocks('plugins/embed.mdx').filter(({ language }) => language === 'bash')
  execFileSync('sh', ['-euc', repository?.text ?? ''], { cwd: folder })
  const sources = ['--conditions', 'source', '--import', join(here, '../../../scripts/sources.mjs')]
  execFileSync(process.execPath, [...sources, 'embed.ts'], { cwd: folder })

  const port = String(await freePort())
  const env = { ...process.env, PORT: port, DOCENT_SECRET: 'a secret of at least thirty-two characters' }
  server = spawn(process.execPath, [...sources, 'answers.ts'], { cwd: folder, env, stdio: 'inherit' })
  const address = `http://127.0.0.1:${port}`
  const ended = once(server, 'exit').then(([code]) =>
    Promise.reject(new Error(`The program ended with ${code}.`)),
  )
  const reached = vi.waitFor(async () => (await fetch(address)).text(), { timeout: 60_000, interval: 50 })
  const page = await Promise.race([reached, ended])

  const shown: string[] = []
  const document = { querySelector: () => ({ append: (text: string) => shown.push(text) }) }
  const [, script = ''] = /<script type="module">([\s\S]*)<\/script>/.exec(page) ?? []
  // As the browser runs a module: with `await`, and addresses of its own server.
  const run = new Function('document', 'fetch', `return (async () => {${script}})()`)
  await run(document, (path: string, init: RequestInit) => fetch(address + path, init))
  expect(shown.join('')).toContain('write to the front desk')
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
