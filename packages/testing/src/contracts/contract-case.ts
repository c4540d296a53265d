import { describe, test } from 'vitest'

/** One promise of a port, told by what `run` does with a fresh adapter. It throws when the promise is broken. */
export interface ContractCase<Context> {
  readonly name: string
  run(context: Context): Promise<void>
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

/** Names of the cases that an adapter fails: how a suite is proved to catch a planted fault. */
export async function failingCases<Context extends ContractContext>(
  cases: readonly ContractCase<Context>[],
  factory: Factory<Context>,
): Promise<string[]> {
  const failing: string[] = []
  for (const each of cases) {
    const broken = await runCase(each, factory).then(
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
  const context = await factory()
  try {
    await each.run(context)
  } finally {
    await context.close?.()
  }
}
