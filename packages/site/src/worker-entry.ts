/** The entry of a thread that renders: it takes lists of `PageSource`, finds `RenderOptions` as its `workerData`, and posts a list of one `RenderedPage` for each. */
export function renderWorkerEntry(): URL {
  const name = import.meta.url.endsWith('.ts') ? './render.worker.ts' : './render.worker.js'
  return new URL(name, import.meta.url)
}
