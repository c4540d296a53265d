const AT_ONCE = 4

export interface DoneWithAll {
  /** With which it worked. */
  readonly ids: readonly string[]
  /** What the first of the others said. */
  readonly problem: Error | undefined
}

/** Does the same with each of several things, a few at a time. Never rejects. */
export async function all(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
): Promise<DoneWithAll> {
  const waiting = [...ids]
  const done: string[] = []
  let problem: Error | undefined
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      try {
        await act(id)
        done.push(id)
      } catch (error) {
        problem ??= error instanceof Error ? error : new Error(String(error))
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { ids: done, problem }
}
