import { joinNeighbours, type Page, type Passage } from '@docent/content'
import { expect, test } from 'vitest'
import type { Project } from '../../domain/project.ts'
import { CitationFilter } from '../citations/citation-filter.ts'
import { FoundPassages } from './found-passages.ts'

const project = { siteUrl: 'https://docs.example.com' } as Project

function passage(ordinal: number, heading: string, content: string): { passage: Passage; score: number } {
  const anchor = heading.toLowerCase().replaceAll(' ', '-')
  const headings = ['Questions', heading]
  const id = `/faq#${anchor}`
  return {
    score: 1,
    passage: {
      id,
      pagePath: '/faq',
      anchor,
      title: 'Questions',
      headings,
      content,
      ordinal,
      tags: [],
      groups: [],
    },
  }
}

const JOINED = joinNeighbours([
  passage(1, 'Which port', 'The server listens on port 3000.'),
  passage(2, 'Stop the server', 'To stop the server, press Ctrl+C. It drains for ten seconds.'),
  passage(3, 'Revoke a key', 'Run `docent keys revoke` with the id of the key.'),
])

function cite(found: FoundPassages, answer: string): string[] {
  const filter = new CitationFilter(found, '')
  // As a model streams it.
  const out = [...answer].map((char) => filter.write(char)).join('') + filter.end()
  return [...out.matchAll(/\]\((?:https:\/\/docs\.example\.com)?([^)]*)\)/g)].map(([, url = '']) => url)
}

function joined(): FoundPassages {
  const found = new FoundPassages(project)
  found.add(JOINED)
  return found
}

test.each([
  ['It listens on port 3000. [1]', ['/faq#which-port']],
  [
    'Press Ctrl+C; it drains then. [1]\n\nRevoke it by its id [1].',
    ['/faq#stop-the-server', '/faq#revoke-a-key'],
  ],
  ['**Questions › Revoke a key** [1]:\n\n```sh\ndocent keys revoke\n```', ['/faq#revoke-a-key']],
  ['Run `docent keys revoke`. [1][1]', ['/faq#revoke-a-key', '/faq#revoke-a-key']],
  ['Nichts davon. [1]', ['/faq#which-port']],
  ['[1]', ['/faq#which-port']],
])('%s leads to %j', (answer, urls) => {
  expect(cite(joined(), answer)).toEqual(urls)
})

test('a citation of a page that was read as a whole leads to its section', () => {
  const found = new FoundPassages(project)
  const content = [
    'What keys are.',
    '## Make a `key` {#make}',
    'Select a kind and a name.',
    '```sh\n# Revoke\n```',
    'Rotation\n--------',
    '## Revoke',
    'It takes five seconds to be refused everywhere.',
  ].join('\n\n')
  const headings = [
    { depth: 2, text: 'Make a key', anchor: 'make' },
    { depth: 2, text: 'Rotation', anchor: 'rotation' },
    { depth: 2, text: 'Revoke', anchor: 'revoke' },
  ]
  found.addPage({ path: '/keys', title: 'Keys', content, headings } as Page)
  expect(cite(found, 'Keys have a kind and a name. [1]')).toEqual(['/keys#make'])
  expect(cite(found, 'What keys are is told first. [1]')).toEqual(['/keys'])
  expect(cite(found, 'After five seconds it is refused everywhere. [1]')).toEqual(['/keys#revoke'])
})
