import { lazy, Suspense } from 'react'

const MarkdownText = lazy(() => import('./markdown-text.tsx'))

/** Markdown as safe HTML; plain text until the renderer is loaded. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<div className="prose plain">{text}</div>}>
      <MarkdownText text={text} />
    </Suspense>
  )
}
