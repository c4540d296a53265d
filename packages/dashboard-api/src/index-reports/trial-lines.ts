import { type NamedCount, problemLines, type SourceTrial } from '@docent/core'

const LABEL_WIDTH = 12
const MOST_FILES = 5

/** What an index of a documentation would hold, for people in a terminal. */
export function trialLines(trial: SourceTrial): string[] {
  const { docsPath, pages, examples, languages, versions, problems } = trial
  const widest = Math.max(0, ...examples.map(({ path }) => path.length))
  return [
    line('Generator', generator(trial)),
    line('Folder', docsPath === '' ? 'the whole repository' : docsPath),
    line('Pages', `${count(pages)}${examples.length > 0 ? ', such as' : ''}`),
    ...examples.map(({ path, file }) => line('', `${path.padEnd(widest)}  ${file}`)),
    line('Navigation', navigation(trial)),
    ...(languages.length > 0 ? [line('Languages', counts(languages, pages))] : []),
    ...(versions.length > 0 ? [line('Versions', counts(versions, pages))] : []),
    ...leftOut(trial).map((text) => line('Left out', text)),
    ...(problems.length > 0 ? ['', ...problemLines(problems)] : []),
  ]
}

function generator({ layout, configuration, siteAbove }: SourceTrial): string {
  if (layout !== 'plain') return configuration === undefined ? layout : `${layout}, by ${configuration}`
  if (siteAbove === undefined) return 'none is recognized, so addresses are the paths of the files'
  const place = siteAbove.folder === '' ? 'the root of the repository' : siteAbove.folder
  return `none in this folder; the configuration of a ${siteAbove.layout} site is in ${place}`
}

function navigation({ navigation: { pages, files, isComputed } }: SourceTrial): string {
  if (pages === 0 && files.length === 0) return 'none, so pages are in the order of their paths'
  const more = files.length - MOST_FILES
  const named = [...files.slice(0, MOST_FILES), ...(more > 0 ? [`${count(more)} more`] : [])]
  const from = named.length === 0 ? 'folders and pages' : named.join(', ')
  return `${paged(pages)}, from ${from}${isComputed ? '; only a build knows the rest' : ''}`
}

function leftOut({ unlisted, hidden }: SourceTrial): string[] {
  return [
    ...(unlisted > 0 ? [`${paged(unlisted)} with only an address, which no search finds`] : []),
    ...(hidden > 0 ? [`${paged(hidden)}: drafts, hidden, or not shown at this time`] : []),
  ]
}

function counts(named: readonly NamedCount[], all: number): string {
  const others = all - named.reduce((sum, { pages }) => sum + pages, 0)
  return [
    ...named.map(({ name, pages }) => `${name} (${count(pages)})`),
    ...(others > 0 ? [`not named (${count(others)})`] : []),
  ].join(', ')
}

function line(label: string, text: string): string {
  return `${label === '' ? '' : `${label}:`}`.padEnd(LABEL_WIDTH) + text
}

function paged(value: number): string {
  return `${count(value)} ${value === 1 ? 'page' : 'pages'}`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
