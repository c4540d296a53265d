import { expect, it } from 'vitest'
import { LineWriter } from './line-writer.ts'

it('begins lines on a new line, whatever the text before them ended with', () => {
  let written = ''
  const out = new LineWriter({ write: (text) => (written += text) })
  out.line('a')
  out.text('b')
  out.text('')
  out.text('c')
  out.line('d')
  out.text('e\n')
  out.line('f')
  out.text('g')
  out.endLine()
  out.endLine()
  expect(written).toBe('a\nbc\nd\ne\nf\ng\n')
})
