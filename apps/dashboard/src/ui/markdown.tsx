import { lazy, Suspense } from 'react'

const MarkdownText = lazy(() => import('./markdown-text.tsx'))

export interface MarkdownProps {
  text: string
  /** Titles of cited pages by their addresses, for those who hear a citation instead of seeing its number. */
  titles?: ReadonlyMap<string, string> | undefined
}

/** Markdown as safe HTML; plain text until the renderer is loaded. */
export function Markdown({ text, titles }: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <div className="prose plain" dir="auto">
          {text}
        </div>
      }
    >
      <MarkdownText text={text} titles={titles} />
    </Suspense>
  )
}
