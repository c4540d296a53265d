import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('style.ts', import.meta.url))
const program = `import { style } from ${JSON.stringify(source)}; process.stdout.write(style('red', 'text'))`

function styled(env: Record<string, string>): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  })
}

test.each([
  ['a pipe', {}, 'text'],
  ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, '\u001b[31mtext\u001b[39m'],
  ['a pipe with FORCE_COLOR=0', { FORCE_COLOR: '0' }, 'text'],
  ['a pipe with NO_COLOR', { NO_COLOR: '1' }, 'text'],
])('writes to %s in the colours that were asked for', (_, env, text) => {
  expect(styled(env)).toBe(text)
})
