/** Runs in the frame that draws: takes the text of a diagram, and answers with its picture or with what is wrong with it. */
export const DIAGRAM_SCRIPT = `
addEventListener('message', async ({ data: { id, text, isDark }, source }) => {
  if (source !== parent) return
  const answer = (said) => parent.postMessage({ id, ...said }, '*')
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: isDark ? 'dark' : 'neutral',
      fontFamily: 'system-ui, sans-serif',
      htmlLabels: false,
    })
    const { svg } = await mermaid.render('diagram' + id, text)
    const [, , width = 0, height = 0] = /viewBox="([^"]*)"/.exec(svg)?.[1].split(' ').map(Number) ?? []
    answer({ svg: svg.replace('width="100%"', 'width="' + width + '" height="' + height + '"'), width, height })
  } catch (error) {
    answer({ problem: String(error.message ?? error) })
  }
})
parent.postMessage('ready', '*')
`

/** Runs in the page: has each diagram drawn as it comes near, and again when the theme changes. */
export const DRAW_DIAGRAMS = `
const diagrams = all('.diagram')
const asked = new Set()
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
let frame, canDraw = false

function drawDiagrams() {
  if (!canDraw) return
  const isDark = root.classList.contains('dark') || (!root.classList.contains('light') && prefersDark.matches)
  for (const id of asked) {
    const text = find('code', diagrams[id]).textContent
    frame.contentWindow.postMessage({ id, text, isDark }, '*')
  }
}

function showDiagram(block, { svg, width, height }) {
  const pre = find('pre', block)
  let picture = find('img', block)
  if (picture) URL.revokeObjectURL(picture.src)
  else {
    picture = document.createElement('img')
    picture.alt = 'Diagram'
    pre.before(picture)
    pre.hidden = true
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy as-text'
    button.textContent = 'Show text'
    button.addEventListener('click', () => {
      pre.hidden = !pre.hidden
      picture.hidden = !pre.hidden
      button.textContent = pre.hidden ? 'Show text' : 'Show diagram'
    })
    block.append(button)
  }
  picture.width = width
  picture.height = height
  picture.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
}

if (diagrams.length > 0) {
  addEventListener('message', ({ source, data }) => {
    if (!frame || source !== frame.contentWindow) return
    if (data === 'ready') canDraw = true
    if (data === 'ready') drawDiagrams()
    else if (data.svg) showDiagram(diagrams[data.id], data)
    else console.debug('A diagram cannot be drawn: ' + data.problem)
  })
  const near = new IntersectionObserver((entries) => {
    const arrived = entries.filter(({ isIntersecting }) => isIntersecting)
    if (arrived.length === 0) return
    for (const { target } of arrived) {
      near.unobserve(target)
      asked.add(diagrams.indexOf(target))
    }
    if (!frame) {
      frame = document.createElement('iframe')
      frame.className = 'drawing'
      frame.title = 'Draws diagrams'
      frame.ariaHidden = 'true'
      frame.tabIndex = -1
      frame.setAttribute('sandbox', 'allow-scripts')
      frame.src = root.dataset.diagrams
      document.body.append(frame)
    }
    drawDiagrams()
  }, { rootMargin: '600px' })
  for (const block of diagrams) near.observe(block)
  prefersDark.addEventListener('change', drawDiagrams)
}
`
