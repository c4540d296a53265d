import { CpuBudget } from '@docent/content'
import { MemoryWorkspace } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import type { UnconfirmedName } from '../../domain/unconfirmed-name.ts'
import { confirmNames } from './confirm-names.ts'

const SIGNAL = AbortSignal.timeout(60_000)
const REPORTED: UnconfirmedName = { text: '--old-slip', kind: 'flag', file: 'docs/a.md', line: 1 }

/** Each look at the clock takes 1 ms. */
function budgetOf(looks: number): CpuBudget {
  let now = 0
  return new CpuBudget(looks, () => now++)
}

async function checked(pages: Record<string, string>, budget: CpuBudget, reported: UnconfirmedName[] = []) {
  const workspace = new MemoryWorkspace({ 'src/flags.ts': "flag('--max-size')\n" })
  for (const [path, text] of Object.entries(pages)) await workspace.write(path, text)
  return confirmNames({ workspace, contexts: [], said: [], reported, published: new Set(), budget }, SIGNAL)
}

describe('within the budget of CPU time', () => {
  test('names that occur nowhere are unconfirmed, and none is unchecked', async () => {
    const report = await checked({ 'docs/a.md': 'Use `--max-size` and `--max-slip`.\n' }, budgetOf(100_000))
    expect(report.unconfirmed.map(({ text }) => text)).toEqual(['--max-slip'])
    expect(report.unchecked).toEqual([])
  })
})

describe('once the budget is spent', () => {
  test('the rest of a page is unchecked, and so are the pages after it', async () => {
    const long = 'Use `--max-size`.\n\n'.repeat(5_000)
    const report = await checked({ 'docs/a.md': long, 'docs/b.md': 'Use `--max-slip`.\n' }, budgetOf(10))
    expect(report.unconfirmed).toEqual([])
    expect(report.unchecked).toEqual(['docs/a.md', 'docs/b.md'])
  })

  test('a name that the evidence could not be read for is neither confirmed nor unconfirmed', async () => {
    const budget = budgetOf(1_000)
    const workspace = new MemoryWorkspace({ 'src/flags.ts': "flag('--max-size')\n" })
    await workspace.write('docs/a.md', 'Use `--max-size` and `--max-slip`.\n')
    // What people said takes all that is left.
    const said = ['a '.repeat(1_000_000)]
    const check = { workspace, contexts: [], said, reported: [], published: new Set<string>(), budget }
    expect(await confirmNames(check, SIGNAL)).toEqual({ unconfirmed: [], unchecked: ['docs/a.md'] })
  })

  test('what earlier runs could not confirm stays unconfirmed', async () => {
    const budget = budgetOf(1_000)
    const workspace = new MemoryWorkspace({})
    await workspace.write('docs/a.md', 'Use `--old-slip`.\n')
    const said = ['a '.repeat(1_000_000)]
    const check = {
      workspace,
      contexts: [],
      said,
      reported: [REPORTED],
      published: new Set<string>(),
      budget,
    }
    expect(await confirmNames(check, SIGNAL)).toEqual({ unconfirmed: [REPORTED], unchecked: [] })
  })
})
