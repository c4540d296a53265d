import { describe, test } from 'vitest'
import { withShortTimeout } from './case-timeout.ts'

/** One promise of a port: `run` throws when an adapter breaks it. */
export interface ContractCase<Context> {
  readonly name: string
  /** @param another makes one more fresh context, which the suite closes after the case. */
  run(context: Context, another: () => Promise<Context>): Promise<void>
}

/** What a factory hands to a case: fresh for every case, closed after it. */
export interface ContractContext {
  close?(): void | Promise<void>
}

type Factory<Context> = () => Context | Promise<Context>

/** Makes the published suite of a port: called with an adapter's name and a factory, it registers one test a case. */
export function contractSuite<Context extends ContractContext>(
  port: string,
  cases: readonly ContractCase<Context>[],
): (name: string, factory: Factory<Context>) => void {
  return (name, factory) => {
    describe(`${port} contract: ${name}`, () => {
      for (const each of cases) test(each.name, () => runCase(each, factory))
    })
  }
}

/** Names of the cases that an adapter fails: this proves that a suite catches a planted fault. */
export async function failingCases<Context extends ContractContext>(
  cases: readonly ContractCase<Context>[],
  factory: Factory<Context>,
): Promise<string[]> {
  const failing: string[] = []
  for (const each of cases) {
    const broken = await withShortTimeout(() => runCase(each, factory)).then(
      () => false,
      () => true,
    )
    if (broken) failing.push(each.name)
  }
  return failing
}

async function runCase<Context extends ContractContext>(
  each: ContractCase<Context>,
  factory: Factory<Context>,
): Promise<void> {
  const made: Context[] = []
  const another = async () => {
    const context = await factory()
    made.push(context)
    return context
  }
  try {
    await each.run(await another(), another)
  } finally {
    for (const context of made) await context.close?.()
  }
}
