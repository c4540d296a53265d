import { expect, test } from 'vitest'
import { documentPage } from './document-page.ts'

const contentOf = (title: string, text: string) => {
  const { page, passages } = documentPage('0', { id: 'MED-1', title, text })
  return [page.title, passages.map(({ content }) => content.trim()).join('\n')]
}

test('a text that begins with its title has its words once', () => {
  expect(contentOf('wing flow .', 'wing flow . the wing was tested .')).toEqual([
    'wing flow .',
    'the wing was tested .',
  ])
})

test('a text that says something else stays whole', () => {
  expect(contentOf('wing flow', 'the wing flow was tested')).toEqual([
    'wing flow',
    'the wing flow was tested',
  ])
  expect(contentOf('', 'the wing')).toEqual(['MED-1', 'the wing'])
})

test('a title that is the beginning of a word only is no title of the text', () => {
  expect(contentOf('plot', 'plotting a figure')).toEqual(['plot', 'plotting a figure'])
})
