import { describe, expect, test } from 'vitest'
import { failingCases } from './contract-case.ts'
import { gitHostCases } from './git-host.ts'
import type { GitHostContext } from './git-host-context.ts'
import { plantedHostFaults } from './planted-host-faults.ts'

/**
 * Registers a test for each planted fault: the cases that are to catch it must fail with an adapter that has it. A
 * context that hides a fault, because it declares something as not there that is, does not pass.
 */
export function gitHostFaults(name: string, factory: () => Promise<GitHostContext>): void {
  describe(`GitHost contract, planted faults: ${name}`, () => {
    test.each(plantedHostFaults)('catches an adapter that $name', async ({ caught, plant }) => {
      const aimed = gitHostCases.filter((each) => caught.test(each.name))
      expect(aimed).not.toEqual([])
      const failing = await failingCases(aimed, async () => plant(await factory()))
      expect(failing).toEqual(aimed.map((each) => each.name))
    })
  })
}
