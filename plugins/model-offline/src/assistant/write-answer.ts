import { isLabel, leadsOn } from '../text/passage-units.ts'
import type { QuotedPassage } from './read-passages.ts'
import type { ReadUnit } from './sections-of.ts'
import type { Quote } from './select-quotes.ts'

/** The answer as Markdown: what is quoted stands below the headings it is from, and every group of quoted sentences ends with the mark of its passage. */
export function writeAnswer(intro: string, quotes: readonly Quote[]): string {
  const parts = [intro]
  for (const { passage, heading, units } of quotes) {
    const mark = citation(passage)
    const group = quoted(units, mark)
    const topic = `**${topicOf(passage.title, heading)}**`
    // Code alone, or a sentence that leads to it, carries no mark of its own: nothing is quoted without its source.
    const isMarked = group.some((part) => part.endsWith(mark))
    parts.push(isMarked ? topic : `${topic} ${mark}:`, ...group)
  }
  return parts.join('\n\n')
}

/** The title of a page may have the name of the site behind it. */
function topicOf(title: string, heading: string): string {
  const topic = title.startsWith(heading) ? heading : `${title} › ${heading}`
  return topic.replaceAll('*', '')
}

function quoted(units: readonly ReadUnit[], mark: string): string[] {
  const parts: string[] = []
  let previous: ReadUnit | undefined
  for (const unit of units) {
    const last = parts.at(-1)
    const goesOn = previous !== undefined && previous.kind === unit.kind && last !== undefined
    if (unit.kind === 'sentence') {
      // A paragraph without an end of its own, such as a description, is no part of the next sentence.
      const isSentence = previous?.block === unit.block || /[.!?:。！？：…][)"'*_`]*$/.test(last ?? '')
      if (goesOn && isSentence && !isLabel(unit.text)) parts[parts.length - 1] = `${last} ${unit.text}`
      else parts.push(unit.text)
    } else if (unit.kind === 'item') {
      if (goesOn && previous?.block === unit.block) parts[parts.length - 1] = `${last}\n${unit.text}`
      else parts.push(unit.text)
    } else parts.push(unit.text)
    previous = unit
  }
  return parts.map((part) => marked(part, mark))
}

/** The mark goes behind prose and lists; code and tables would not survive it. */
function marked(part: string, mark: string): string {
  if (/^\s*(?:```|~~~|\|)/.test(part)) return part
  return leadsOn(part) ? part : `${part} ${mark}`
}

/** `[2]` for a numbered passage, a link for one that the search tool found. */
function citation(passage: QuotedPassage): string {
  if (passage.number !== undefined) return `[${passage.number}]`
  return `([${passage.title.replace(/[[\]]/g, '')}](${passage.url ?? passage.path}))`
}
