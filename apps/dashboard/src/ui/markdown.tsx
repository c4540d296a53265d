import { lazy, Suspense } from 'react'
import type { MarkdownProps } from './markdown-text.tsx'

const MarkdownText = lazy(() => import('./markdown-text.tsx'))

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
