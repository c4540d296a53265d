import { Component, createRef } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { excerptAt } from '../passage-previews.ts'
import { type Block, BlockReader, renderBlock } from '../render-markdown.ts'
import type { Texts } from '../texts/texts.ts'
import type { Sentence, Turn } from '../turn.ts'
import { sentenceRanges, underlined } from '../unsupported.ts'

/** An answer's Markdown. While it streams only its last block is drawn again. */
export function AnswerText({ turn, texts }: { turn: Turn; texts: Texts }) {
  const reader = useRef<BlockReader>(undefined)
  reader.current ??= new BlockReader()
  const { current } = reader
  const blocks = useMemo(() => current.read(turn.text), [current, turn.text])
  const preview = usePreview(turn)
  return (
    <div class="prose" {...preview.handlers}>
      {blocks.map((block, index) => (
        <BlockView
          key={index}
          block={block}
          texts={texts}
          invented={turn.invented}
          unsupported={turn.sentences?.unsupported}
          titleOf={(number) => turn.passages[number]?.title}
        />
      ))}
      {preview.shown}
    </div>
  )
}

/** What a citation points to, shown while the pointer or the focus is on its chip. */
function usePreview(turn: Turn) {
  const [chip, setChip] = useState<HTMLAnchorElement | undefined>()
  const show = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.chip') : null
    setChip(target ?? undefined)
  }
  const hide = () => setChip(undefined)
  const handlers = { onMouseOver: show, onFocusIn: show, onMouseLeave: hide, onFocusOut: hide }
  return { handlers, shown: chip && <Preview chip={chip} turn={turn} /> }
}

function Preview({ chip, turn }: { chip: HTMLAnchorElement; turn: Turn }) {
  const url = chip.getAttribute('href') ?? ''
  const passage = turn.passages[chip.textContent ?? '']
  if (passage === undefined) return null
  const rect = chip.getBoundingClientRect()
  const left = Math.max(16, Math.min(rect.left - 24, innerWidth - 340))
  const isLow = rect.bottom > innerHeight - 200
  const place = isLow ? { bottom: `${innerHeight - rect.top + 6}px` } : { top: `${rect.bottom + 6}px` }
  return (
    <div class="preview" role="tooltip" style={{ left: `${left}px`, ...place }}>
      <strong>{passage.title}</strong>
      <small>{passage.path}</small>
      <p>{excerptAt(passage, url)}</p>
    </div>
  )
}

interface BlockProps {
  block: Block
  texts: Texts
  invented: Turn['invented']
  /** Of the whole answer. */
  unsupported: readonly Sentence[] | undefined
  titleOf: (number: string) => string | undefined
}

class BlockView extends Component<BlockProps> {
  readonly #place = createRef<HTMLDivElement>()

  #ranges: readonly Range[] = []

  override shouldComponentUpdate(next: BlockProps): boolean {
    return isOther(next, this.props) || next.unsupported !== this.props.unsupported
  }

  override componentDidMount(): void {
    this.#fill()
    this.#underline()
  }

  override componentDidUpdate(previous: BlockProps): void {
    // Sentences are judged while one reads them: what is selected or focused stays.
    if (isOther(previous, this.props)) this.#fill()
    this.#underline()
  }

  override componentWillUnmount(): void {
    for (const range of this.#ranges) underlined()?.delete(range)
  }

  override render() {
    return <div ref={this.#place} />
  }

  #fill(): void {
    const { block, texts, invented, titleOf } = this.props
    this.#place.current?.replaceChildren(renderBlock(block, texts, invented, titleOf))
  }

  #underline(): void {
    const place = this.#place.current
    const marks = underlined()
    if (place === null || marks === undefined) return
    const { block, unsupported = [] } = this.props
    const { start, raw } = block
    const inBlock = unsupported
      .map((sentence) => ({ start: sentence.start - start, end: sentence.end - start }))
      .filter((sentence) => sentence.start >= 0 && sentence.start < raw.length)
    for (const range of this.#ranges) marks.delete(range)
    this.#ranges = inBlock.length === 0 ? [] : sentenceRanges(place, raw, inBlock)
    for (const range of this.#ranges) marks.add(range)
  }
}

function isOther(next: BlockProps, { block, texts, invented }: BlockProps): boolean {
  return next.block.raw !== block.raw || next.texts !== texts || next.invented !== invented
}
