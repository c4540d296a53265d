import { expect, test } from 'vitest'
import { functionsOfText, notCalled } from './forgotten-scanners.ts'
import { PAGE_SHAPES, SETTING_SHAPES } from './hostile-shapes.ts'
import { PAGE_SCANNERS, SCRIPT_SCANNERS, SETTING_SCANNERS } from './scanners.ts'
import { StepCounter } from './step-counter.ts'

/** They run the parser of a whole format, within the limits of a worker thread. */
const LIMITED = [
  'src/checks/check-page.ts checkPage',
  'src/formats/asciidoc/inspect-asciidoc.ts inspectAsciidoc',
]

// In a file of its own: calls of functions that the compiler has put into others are not counted.
test('the scanners call every exported function that reads a text', () => {
  const counter = new StepCounter()
  const functions = functionsOfText()
  expect(functions.length).toBeGreaterThan(100)
  const left = notCalled(counter, functions, () => {
    for (const shape of Object.values(PAGE_SHAPES))
      for (const read of Object.values(PAGE_SCANNERS)) read(shape(300))
    for (const shape of Object.values(SETTING_SHAPES))
      for (const read of [...Object.values(SETTING_SCANNERS), ...Object.values(SCRIPT_SCANNERS)])
        read(shape(300))
  })
  expect(left).toEqual(LIMITED)
  expect(notCalled(counter, functions, () => undefined)).toEqual(functions)
  counter.close()
})
