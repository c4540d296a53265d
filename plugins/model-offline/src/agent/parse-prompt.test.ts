import { describe, expect, test } from 'vitest'
import type { Instruction } from './instruction.ts'
import { parsePrompt } from './parse-prompt.ts'

const replace = (old: string, by: string, pages?: string[], wholeWord = false): Instruction => ({
  kind: 'replace',
  old,
  new: by,
  pages,
  wholeWord,
})
const a = 'docs/a.mdx'

const phrasings: [prompt: string, expected: Instruction[]][] = [
  ['Replace "X y" with "Z" in docs/a.mdx', [replace('X y', 'Z', [a])]],
  ['Please replace "X y" with "Z" in docs/a.mdx.', [replace('X y', 'Z', [a])]],
  ['Could you replace “X y” by “Z” in `docs/a.mdx`?', [replace('X y', 'Z', [a])]],
  ['replace the text "X" with "Z" in the file docs/a.mdx', [replace('X', 'Z', [a])]],
  ['In docs/a.mdx, replace "X" with "Z".', [replace('X', 'Z', [a])]],
  ['Replace "X" in docs/a.mdx with "Z"', [replace('X', 'Z', [a])]],
  ['Replace "X" with "Z" everywhere.', [replace('X', 'Z')]],
  ['Replace all occurrences of "X" with "Z" across the docs', [replace('X', 'Z')]],
  ['replace every mention of `npm i` with `pnpm add` in all pages', [replace('npm i', 'pnpm add')]],
  ['Replace colour with color everywhere', [replace('colour', 'color')]],
  ["Change 'X y' to 'Y z'", [replace('X y', 'Y z')]],
  ["Change 'don't stop' to 'do not stop' in docs/a.mdx", [replace("don't stop", 'do not stop', [a])]],
  ['Change the word "X" to "Y" in docs/a.mdx and docs/b.mdx', [replace('X', 'Y', [a, 'docs/b.mdx'])]],
  ['Update "v1.2" to "v1.3" in the quickstart page', [replace('v1.2', 'v1.3', ['quickstart'])]],
  ['On the getting started page, change "8080" to "3000"', [replace('8080', '3000', ['getting started'])]],
  ['Use "sign in" instead of "login" everywhere', [replace('login', 'sign in')]],
  ['Rename "Acme Cloud" to "Acme Platform" everywhere', [replace('Acme Cloud', 'Acme Platform')]],
  ['"foo" → "bar" in docs/a.mdx', [replace('foo', 'bar', [a])]],
  ['Fix the typo "teh" → "the"', [replace('teh', 'the', undefined, true)]],
  ['Fix the typo "teh" -> "the" in docs/a.mdx', [replace('teh', 'the', [a], true)]],
  ['Fix a typo in docs/a.mdx: "teh" should be "the"', [replace('teh', 'the', [a], true)]],
  ['Correct "recieve" to "receive" on the API page', [replace('recieve', 'receive', ['API'], true)]],
  ['"occured" should be "occurred" in docs/a.mdx', [replace('occured', 'occurred', [a], true)]],
  ['Replace "a" with "b" and "c" with "d" in docs/a.mdx', [replace('a', 'b', [a]), replace('c', 'd', [a])]],
  [
    'Replace "a" with "b" in docs/a.mdx and then rename docs/a.mdx to docs/b.mdx',
    [replace('a', 'b', [a]), { kind: 'move-page', from: a, to: 'docs/b.mdx' }],
  ],
  ['Remove "beta" from docs/a.mdx', [replace('beta', '', [a])]],
  ['Delete the sentence "It is slow." from docs/a.mdx.', [replace('It is slow.', '', [a])]],
  ['Delete the page guides/old.mdx', [{ kind: 'delete-page', page: 'guides/old.mdx' }]],
  ['Please remove guides/old.mdx', [{ kind: 'delete-page', page: 'guides/old.mdx' }]],
  ['Delete the old setup page', [{ kind: 'delete-page', page: 'old setup' }]],
  [
    'Rename guides/old.mdx to guides/new.mdx',
    [{ kind: 'move-page', from: 'guides/old.mdx', to: 'guides/new.mdx' }],
  ],
  [
    'Move the page guides/old.mdx to reference/old.mdx and fix the links to it',
    [{ kind: 'move-page', from: 'guides/old.mdx', to: 'reference/old.mdx' }],
  ],
  [
    'Move guides/old.mdx into the reference/ folder',
    [{ kind: 'move-page', from: 'guides/old.mdx', to: 'reference/' }],
  ],
  [
    'Rename guides/old.mdx to guides/new.mdx, update the navigation and add a redirect.',
    [{ kind: 'move-page', from: 'guides/old.mdx', to: 'guides/new.mdx' }],
  ],
  ['Change the title of docs/a.mdx to "Setup"', [{ kind: 'set-title', page: a, title: 'Setup' }]],
  [
    'Add a section "Limits" to docs/a.mdx saying: Requests are limited. Ask us for more.',
    [
      {
        kind: 'add-section',
        page: a,
        title: 'Limits',
        body: 'Requests are limited. Ask us for more.',
        place: undefined,
      },
    ],
  ],
  [
    'Add a section titled "Limits" to docs/a.mdx after the section "Usage" that says "There are limits."',
    [
      {
        kind: 'add-section',
        page: a,
        title: 'Limits',
        body: 'There are limits.',
        place: { where: 'after', heading: 'Usage' },
      },
    ],
  ],
  [
    'Add a "Limits" section before "Usage" in docs/a.mdx with the text: There are limits.',
    [
      {
        kind: 'add-section',
        page: a,
        title: 'Limits',
        body: 'There are limits.',
        place: { where: 'before', heading: 'Usage' },
      },
    ],
  ],
  [
    'Add a new section called "Run it" to docs/a.mdx:\n\nStart it:\n\n```bash\nnpm start\n```\n\nThen open it.',
    [
      {
        kind: 'add-section',
        page: a,
        title: 'Run it',
        body: 'Start it:\n\n```bash\nnpm start\n```\n\nThen open it.',
        place: undefined,
      },
    ],
  ],
  [
    'Add the sentence "See also." to the end of docs/a.mdx',
    [{ kind: 'add-text', page: a, body: 'See also.', place: undefined }],
  ],
  [
    'Append "More." to the section "Usage" in docs/a.mdx',
    [{ kind: 'add-text', page: a, body: 'More.', place: { where: 'in', heading: 'Usage' } }],
  ],
  ['Delete the section "Old" from docs/a.mdx', [{ kind: 'delete-section', page: a, title: 'Old' }]],
  [
    'Add a page guides/x.mdx titled "X" with the text: Hello there. It works.',
    [{ kind: 'add-page', path: 'guides/x.mdx', title: 'X', body: 'Hello there. It works.' }],
  ],
  [
    'Create a new page at guides/x.mdx with the title "X" and the content:\n\n# Hi\n\n- one\n- two',
    [{ kind: 'add-page', path: 'guides/x.mdx', title: 'X', body: '# Hi\n\n- one\n- two' }],
  ],
  [
    'Create the file guides/x.md containing "Hello."',
    [{ kind: 'add-page', path: 'guides/x.md', title: undefined, body: 'Hello.' }],
  ],
  [
    '1. Replace "a" with "b" in docs/a.mdx\n2. Delete guides/old.mdx\n3. Fix the typo "teh" -> "the" everywhere',
    [
      replace('a', 'b', [a]),
      { kind: 'delete-page', page: 'guides/old.mdx' },
      replace('teh', 'the', undefined, true),
    ],
  ],
  [
    'Please do the following:\n- replace "a" with "b" in docs/a.mdx\n- rename docs/a.mdx to docs/b.mdx\nThanks!',
    [replace('a', 'b', [a]), { kind: 'move-page', from: a, to: 'docs/b.mdx' }],
  ],
  [
    'Add a section "A" to docs/a.mdx saying:\nFirst line.\n- a bullet\n\nReplace "b" with "c" in docs/b.mdx',
    [
      { kind: 'add-section', page: a, title: 'A', body: 'First line.\n- a bullet', place: undefined },
      replace('b', 'c', ['docs/b.mdx']),
    ],
  ],
  [
    'Replace "a" with "b" in docs/a.mdx. Also change "c" to "d" there. Do the same in docs/b.mdx too.',
    [replace('a', 'b', [a]), replace('c', 'd', [a]), replace('c', 'd', ['docs/b.mdx'])],
  ],
  ['Fix the typo "teh" → "the". Thanks!', [replace('teh', 'the', undefined, true)]],
]

const unclear = [
  'Rewrite the introduction so that it is friendlier.',
  'Document the new payments API.',
  'Change the tone to be more formal',
  'Replace the outdated screenshots with new ones',
  'What can you do?',
  'Improve the quickstart.',
  'Add a section about authentication to docs/a.mdx',
]

describe('the parser of prompts', () => {
  test.each(phrasings)('understands: %s', (prompt, expected) => {
    expect(parsePrompt(prompt)).toEqual({ instructions: expected, unclear: [] })
  })

  test.each(unclear)('does not guess at: %s', (prompt) => {
    const parsed = parsePrompt(prompt)
    expect(parsed.instructions).toEqual([])
    expect(parsed.unclear).toHaveLength(1)
  })

  test('keeps what it understands and names what it does not', () => {
    expect(parsePrompt('Replace "a" with "b" in docs/a.mdx. Make the page prettier.')).toEqual({
      instructions: [replace('a', 'b', [a])],
      unclear: ['Make the page prettier.'],
    })
  })

  test('repeats the last instruction of an earlier message elsewhere', () => {
    const before = parsePrompt('Replace "a" with "b" in docs/a.mdx').instructions
    expect(parsePrompt('Do the same in docs/b.mdx', before).instructions).toEqual([
      replace('a', 'b', ['docs/b.mdx']),
    ])
    expect(parsePrompt('Do the same everywhere, please', before).instructions).toEqual([replace('a', 'b')])
  })
})
