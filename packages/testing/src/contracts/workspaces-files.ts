/** The error of a path or a request that a workspace does not take. */
export const refused = { code: 'invalid_request' }

/** A repository with a file of every kind. */
export const FILES = {
  'README.md': '# Hello\n',
  'docs/a.md': 'alpha\nbeta\ngamma\n',
  'docs/sub/b.md': 'beta again\n',
  'run.sh': { kind: 'executable', content: '#!/bin/sh\n' },
  link: { kind: 'symlink', target: 'docs' },
  lib: { kind: 'submodule', commit: 'a'.repeat(40) },
} as const

/** Of `lines.md` and its like: far enough apart that two changes can merge. */
export const LINES = Array.from({ length: 9 }, (_, index) => `line ${index + 1}\n`)

/** A repository to publish to. */
export const PAGES = {
  'a.md': LINES.join(''),
  'b.md': 'b\n',
  'docs/c.md': 'c\n',
  'run.sh': { kind: 'executable', content: '#!/bin/sh\n' },
} as const
