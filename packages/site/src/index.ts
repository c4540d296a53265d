export { type PageSource, renderPage } from './render-page.ts'
export { fillReferences, type PageReference, type RenderedPage } from './rendered-page.ts'
