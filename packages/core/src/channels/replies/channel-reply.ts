import type { Page } from '@docent/content'
import type { ThreadTurn } from '../../domain/thread.ts'
import type { ChannelCapabilities } from '../../ports/channel.ts'
import { cutAtBlock } from './cut-at-block.ts'
import { tablesAsCode } from './tables-as-code.ts'

/** An answer as a post: its text, the version that it is for, and how to rate it. */
export function answerText(
  { answer, sources }: ThreadTurn,
  page: Pick<Page, 'version'> | undefined,
  { maximumLength, markup, rating }: ChannelCapabilities,
): string {
  const version = page?.version === undefined ? '' : `For version ${oneLine(page.version)}. `
  const end = `\n\n_${version}${rating}_`
  const first = sources.find(({ url }) => /^https?:/.test(url))
  const more = first
    ? `The rest is in the documentation: <${first.url}>`
    : 'The rest is in the documentation.'
  const text = markup.includes('tables') ? answer : tablesAsCode(answer)
  return cutAtBlock(text.trim(), maximumLength - end.length, more) + end
}

/** A sentence of Docent, and what was said elsewhere, as a post. */
export function plainText(text: string, { maximumLength }: ChannelCapabilities): string {
  return cutAtBlock(text.trim(), maximumLength, '…')
}

function oneLine(text: string): string {
  return text
    .replace(/[\s_*`[\]<>]+/g, ' ')
    .trim()
    .slice(0, 60)
}
