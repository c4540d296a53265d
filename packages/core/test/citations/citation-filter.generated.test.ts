import { expect, test } from 'vitest'
import { IS_LONG } from '../../../../scripts/long-runs.ts'
import { cutAt, filtered, isAllowed } from './filtered-answer.ts'
import { generatedAnswer, randomCuts, randomNumbers } from './generated-answers.ts'
import { renderedAddresses } from './rendered-addresses.ts'

const TEXTS = Number(process.env.CITATION_TEXTS ?? (IS_LONG ? 20_000 : 500))
const SEED = Number(process.env.CITATION_SEED ?? 1)
const MAX_REPORTED = 10

/** `CITATION_TEXTS=100000 npm test -- --project core citation-filter.generated` tries more of them. */
test(
  `of ${TEXTS} generated answers none leads anywhere that was not retrieved, however it is cut`,
  () => {
    const random = randomNumbers(SEED)
    const failures: unknown[] = []
    let addresses = 0
    for (let n = 0; n < TEXTS && failures.length < MAX_REPORTED; n++) {
      const text = generatedAnswer(random)
      const cuts = randomCuts(text, random)
      const whole = filtered([text])
      const rendered = renderedAddresses(whole)
      addresses += rendered.length
      const foreign = rendered.filter(({ address }) => !isAllowed(address))
      if (foreign.length > 0) failures.push({ text, whole, foreign })
      const pieces = filtered(cutAt(text, cuts))
      if (pieces !== whole) failures.push({ text, cuts, whole, pieces })
    }
    expect(failures).toEqual([])
    // The texts that hold nothing would pass too: many of these hold addresses that are allowed.
    expect(addresses).toBeGreaterThan(TEXTS / 10)
  },
  TEXTS * 60 + 20_000,
)
