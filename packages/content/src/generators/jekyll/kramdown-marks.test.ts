import { expect, test } from 'vitest'
import { withKramdownMarks } from './kramdown-marks.ts'

const CALLOUTS = new Map([
  ['note', 'Note'],
  ['quiet', undefined],
])
const written = (...lines: string[]) => withKramdownMarks(lines.join('\n'), CALLOUTS).split('\n')

test('a list of contents is none of the page', () => {
  expect(written('1. TOC', '{:toc}', '', 'Text')).toEqual(['', 'Text'])
})

test('marks around HTML within a line go', () => {
  const text = 'Choose {::nomarkdown}<img alt="x"/>{:/} (cross).\n\n    {::nomarkdown}'
  expect(withKramdownMarks(text, new Map())).toContain('Choose <img alt="x"/> (cross).')
})

test.each([
  [
    ['## A', '{: .wide #own }', '', 'b'],
    ['## A {#own}', '', 'b'],
  ],
  [['Text', '{: #own }'], ['<a id="own"></a>Text']],
  [
    ['{: #own }', '- item'],
    ['<a id="own"></a>', '', '- item'],
  ],
  [['Text', '{: .fs-3 }'], ['Text']],
  [
    ['## A', 'Text', '{: #own }'],
    ['## A', '<a id="own"></a>Text'],
  ],
])('ids of %j', (lines, expected) => {
  expect(written(...lines)).toEqual(expected)
})

test('classes of the theme are callouts, before a block and behind it', () => {
  const callout = ['', '<docent-callout type="note" title="Note">', '', 'Text', '', '</docent-callout>', '']
  expect(written('{: .note }', 'Text')).toEqual(callout)
  expect(written('> Text', '{: .note }')).toEqual(callout)
  expect(written('{: .note-title }', '> Mind it', '>', '> Text')).toEqual([
    '',
    '<docent-callout type="note" title="Mind it">',
    ...callout.slice(2),
  ])
  expect(written('{: .quiet }', 'Text')).toEqual(['Text'])
})

test('Markdown in elements is Markdown, and text behind an element is none of it', () => {
  expect(written('<div markdown="1">', '*a*', '</div>', 'b')).toEqual([
    ...['<div markdown="1">', '', '*a*', '</div>', '', 'b'],
  ])
})

test('extensions and comments go, and code stays', () => {
  expect(written('{::comment}', 'gone', '{:/comment}', '{::options x="y" /}', 'kept')).toEqual(['kept'])
  expect(written('```', '{: .note }', '```')).toEqual(['```', '{: .note }', '```'])
})

test('a block of HTML goes to the end of its element, over empty lines', () => {
  expect(written('<table>', '  <tr>', '', '      <td>a</td>', '  </tr>', '</table>', 'b')).toEqual([
    ...['<table>', '  <tr>', '      <td>a</td>', '  </tr>', '</table>', '', 'b'],
  ])
  expect(written('<p>', 'never closed', '', '# b')).toEqual(['<p>', 'never closed', '', '# b'])
})
