import type { IndexProblemKind } from '../../domain/index-problem.ts'

interface Words {
  one: string
  /** After the count. */
  many: string
  advice: string
}

/** What happened, and what to do, for people who run a server and may not know the documentation. */
const WORDS: Readonly<Record<IndexProblemKind, Words>> = {
  format: {
    one: '1 page is in a format that Docent does not read',
    many: 'pages are in a format that Docent does not read',
    advice:
      'Convert such pages to Markdown, or add a project that reads the published website instead of the repository.',
  },
  encoding: {
    one: '1 file is not UTF-8 text',
    many: 'files are not UTF-8 text',
    advice: 'Save such a file as UTF-8. For a Git LFS pointer, commit the text itself.',
  },
  size: {
    one: '1 file is too large',
    many: 'files are too large',
    advice: 'Split such a file, or raise "maxFileBytes" of source-git if the message names that limit.',
  },
  name: {
    one: '1 file has a name that is not UTF-8',
    many: 'files have names that are not UTF-8',
    advice: 'Give such a file a name in UTF-8.',
  },
  link: {
    one: '1 page is a symbolic link that cannot be followed',
    many: 'pages are symbolic links that cannot be followed',
    advice:
      'A link must lead to a page in the documentation folder. Put the file itself there if readers should find its text.',
  },
  unreadable: {
    one: '1 file could not be parsed',
    many: 'files could not be parsed',
    advice: 'Change what the message names. Docent tries a file again when it changes.',
  },
  frontmatter: {
    one: '1 page has frontmatter that cannot be read',
    many: 'pages have frontmatter that cannot be read',
    advice: 'Correct the YAML or TOML at the beginning of the page.',
  },
  include: {
    one: '1 included text is missing on its page',
    many: 'included texts are missing on their pages',
    advice: 'Correct the path, or add the file.',
  },
  navigation: {
    one: '1 entry or redirect of the site leads to no page',
    many: 'entries or redirects of the site lead to no page',
    advice:
      'Add the pages, or take the entries out. Pages that only a build makes are not in the repository.',
  },
  unlisted: {
    one: '1 page is not in the navigation, so searches and answers leave it out',
    many: 'pages are not in the navigation, so searches and answers leave them out',
    advice: 'Add such a page to the navigation if readers should find it.',
  },
  configuration: {
    one: '1 part of the site configuration could not be read',
    many: 'parts of the site configuration could not be read',
    advice:
      'Correct what the message names. Until then, addresses, order, or languages of pages can be wrong.',
  },
  openapi: {
    one: '1 problem was found in OpenAPI descriptions',
    many: 'problems were found in OpenAPI descriptions',
    advice: 'Correct the description. Operations that cannot be read have no pages.',
  },
  address: {
    one: '1 page has the address of another page',
    many: 'pages have the address of another page',
    advice: 'Rename one of the two. Only one can be opened.',
  },
  source: {
    one: '1 page could not be read from the source',
    many: 'pages could not be read from the source',
    advice: 'Check the message. Docent tries again at the next update.',
  },
  markup: {
    one: '1 mistake was found in the markup of pages',
    many: 'mistakes were found in the markup of pages',
    advice: 'Nothing is lost. Correct it if the page looks wrong.',
  },
}

export function problemTitle(kind: IndexProblemKind, count: number): string {
  const { one, many } = WORDS[kind]
  return count === 1 ? one : `${count.toLocaleString('en-US')} ${many}`
}

export function problemAdvice(kind: IndexProblemKind): string {
  return WORDS[kind].advice
}
