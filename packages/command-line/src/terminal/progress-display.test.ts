import { expect, test } from 'vitest'
import { ProgressDisplay } from './progress-display.ts'

const progress = { label: 'docs: parsing', done: 30, total: 120, msLeft: 90_000 }

function stream(isTTY: boolean) {
  const written: string[] = []
  const fake = { isTTY, columns: 100, write: (text: string) => written.push(text) > 0 }
  // What cli-progress asks a terminal for.
  const rest = {
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
    clearScreenDown: () => true,
  }
  return { written, stream: { ...fake, ...rest } as unknown as NodeJS.WriteStream }
}

test('a program hears after five seconds, and then every ten, that the command is alive', () => {
  const { written, stream: out } = stream(false)
  let now = 0
  const display = new ProgressDisplay(out, () => now)
  for (; now <= 30_000; now += 1_000) display.show(progress)
  expect(written).toEqual(Array(3).fill('docs: parsing 30/120 (25 %), 2 min left\n'))
  display.end()
  now += 1_000
  display.show(progress)
  expect(written).toHaveLength(3)
})

test('a person sees a bar with the time left, which goes away', () => {
  const { written, stream: out } = stream(true)
  const display = new ProgressDisplay(out)
  display.show(progress)
  expect(written.join('')).toContain(
    `${'█'.repeat(6)}${'░'.repeat(18)} docs: parsing 30/120 (25 %), 2 min left`,
  )
  display.end()
  expect(written.join('').endsWith('\n')).toBe(false)
})
