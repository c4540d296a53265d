import { expect, test } from 'vitest'
import { withoutResidue } from './without-residue.ts'

test('code loses what its generator would take out of it', () => {
  const twoslash = [
    '```ts twoslash [app.ts] {1,3}',
    '// @errors: 2322',
    "import { a } from './a'",
    '// ---cut---',
    'const one = a()',
    '//    ^?',
    'start(one) // [!code ++]',
    '// ---cut-after---',
    'stop()',
    '```',
  ].join('\n')
  expect(withoutResidue(twoslash)).toBe('```ts\nconst one = a()\nstart(one)\n```')
  const cut = '```js\none()\n// ---cut-start---\nhidden()\n// ---cut-end---\ntwo() // why\n```'
  expect(withoutResidue(cut)).toBe('```js\none()\ntwo() // why\n```')
})

test('code of another kind stays as it is', () => {
  const shell = '```sh\n# @see below\nnpm start # runs\n\n# twice\n```'
  expect(withoutResidue(shell)).toBe(shell)
  const checked = '```ts\n// @ts-expect-error: why\nstart(1)\n```'
  expect(withoutResidue(checked)).toBe(checked)
  const indented = '1. Run:\n\n   ```sh\n   npm start\n   ```\n\n2. Wait.'
  expect(withoutResidue(indented)).toBe(indented)
})

test('prose loses scripts, comments, definitions and marks, and containers keep their titles', () => {
  const text = [
    '## Hooks {#hooks}',
    '<script setup>',
    'const a = 1',
    '</script>',
    'Call [a hook] first.<!-- why -->',
    '',
    '[a hook]: ./hooks.md#first "Hooks"',
    '!!! info "Mind the order"',
    '    Hooks run in turn. {: .subtitle }',
    '{/* later */}',
  ].join('\n')
  const lines = withoutResidue(text)
    .split('\n')
    .map((line) => line.trim())
  expect(lines.filter((line) => line !== '')).toEqual([
    '## Hooks',
    'Call a hook first.',
    'Mind the order:',
    'Hooks run in turn.',
  ])
})

test('ends in linear time on hostile input', () => {
  const hostile = [
    '['.repeat(50_000),
    '```a\n'.repeat(20_001),
    '<script '.repeat(10_000),
    '{:'.repeat(30_000),
    '<!--'.repeat(20_000),
  ]
  for (const text of hostile) {
    const before = process.cpuUsage()
    withoutResidue(text)
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  }
})
