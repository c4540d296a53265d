import { describe, expect, test } from 'vitest'
import { cutAt, filtered, isAllowed } from './filtered-answer.ts'
import { hostileAnswers } from './hostile-answers.ts'
import { renderedAddresses } from './rendered-addresses.ts'

describe.each(Object.entries(hostileAnswers))('the citation filter: %s', (_, texts) => {
  test.each(texts)('%j leads nowhere that was not retrieved', (text) => {
    const out = filtered([text])
    const foreign = renderedAddresses(out).filter(({ address }) => !isAllowed(address))
    expect({ out, foreign }).toEqual({ out, foreign: [] })
  })

  test.each(texts)('%j comes out the same however it is cut', (text) => {
    const whole = filtered([text])
    for (let at = 1; at < text.length; at++) expect(filtered(cutAt(text, [at]))).toBe(whole)
    expect(filtered([...text])).toBe(whole)
  })
})
