import { COPY_SCRIPT } from '../../html/copy-script.ts'
import { DRAW_DIAGRAMS } from './diagram-script.ts'
import { PAGE_MENU_SCRIPT } from './page-menu-script.ts'

/** Runs before the first paint: shows the theme that the reader chose here before. */
export const THEME_SCRIPT = `
try {
  const theme = localStorage.getItem('docent-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.classList.add(theme)
} catch { console.debug('This browser keeps no theme.') }
document.documentElement.classList.add('js')
`

/** What makes a page comfortable. Without it everything can be read all the same. */
export const SITE_SCRIPT = `${COPY_SCRIPT}
const root = document.documentElement
const find = (selector, within = document) => within.querySelector(selector)
const all = (selector, within = document) => [...within.querySelectorAll(selector)]

const theme = find('.theme')
const showTheme = () => {
  const now = root.classList.contains('dark') ? 'Dark' : root.classList.contains('light') ? 'Light' : 'Auto'
  theme.setAttribute('aria-label', 'Theme: ' + now)
  theme.title = 'Theme: ' + now
  for (const widget of all('docent-assistant')) widget.setAttribute('theme', now.toLowerCase())
}
if (theme) {
  theme.hidden = false
  theme.addEventListener('click', () => {
    const next = root.classList.contains('dark') ? '' : root.classList.contains('light') ? 'dark' : 'light'
    root.classList.remove('light', 'dark')
    if (next) root.classList.add(next)
    try {
      if (next) localStorage.setItem('docent-theme', next)
      else localStorage.removeItem('docent-theme')
    } catch { console.debug('This browser keeps no theme.') }
    showTheme()
    drawDiagrams()
  })
  showTheme()
}

const menu = find('.menu'), side = find('.side')
if (menu && side) {
  const narrow = matchMedia('(max-width: 800px)')
  const fit = () => { menu.hidden = !narrow.matches }
  narrow.addEventListener('change', fit)
  fit()
  menu.addEventListener('click', () => {
    menu.setAttribute('aria-expanded', String(side.classList.toggle('open')))
  })
  find('[aria-current]', side)?.scrollIntoView({ block: 'center', container: 'nearest' })
  scrollTo(0, location.hash ? scrollY : 0)
}

for (const list of all('.variants, .page-menu details')) {
  addEventListener('click', ({ target }) => { if (!list.contains(target)) list.open = false })
  list.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !list.open) return
    list.open = false
    find('summary', list).focus()
  })
}
${PAGE_MENU_SCRIPT}
for (const block of all('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    button.textContent = await copyText(find('pre', block).textContent) ? 'Copied' : 'Select and copy it'
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
  block.append(button)
}
${DRAW_DIAGRAMS}
let tabs = 0
const groups = []
const chosen = (() => {
  try { return [JSON.parse(localStorage.getItem('docent-tabs') ?? '[]')].flat() } catch { return [] }
})()
const remember = (label) => {
  chosen.splice(0, chosen.length, label, ...chosen.filter((other) => other !== label).slice(0, 19))
  try { localStorage.setItem('docent-tabs', JSON.stringify(chosen)) } catch { console.debug('This browser keeps no tabs.') }
}
for (const group of all('.tabs')) {
  const sections = all(':scope > .tab', group)
  if (sections.length < 2) continue
  const list = document.createElement('div')
  list.className = 'tab-list'
  list.setAttribute('role', 'tablist')
  const buttons = sections.map((section) => {
    const title = find(':scope > .tab-title', section)
    const button = document.createElement('button')
    const id = 'docent:tab-' + ++tabs
    button.type = 'button'
    button.id = id
    button.textContent = title.textContent
    button.setAttribute('role', 'tab')
    title.hidden = true
    section.setAttribute('role', 'tabpanel')
    section.setAttribute('aria-labelledby', id)
    return button
  })
  const show = (chosen) => {
    for (const [at, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(at === chosen))
      button.tabIndex = at === chosen ? 0 : -1
      sections[at].hidden = at !== chosen
    }
  }
  const labels = buttons.map((button) => button.textContent)
  // A reader who chose npm once means it everywhere.
  const choose = (at) => {
    const top = group.getBoundingClientRect().top
    remember(labels[at])
    for (const other of groups) other(labels[at])
    show(at)
    scrollBy(0, group.getBoundingClientRect().top - top)
  }
  groups.push((label) => { if (labels.includes(label)) show(labels.indexOf(label)) })
  for (const [at, button] of buttons.entries()) {
    button.addEventListener('click', () => choose(at))
    button.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      if (step === 0) return
      const next = (at + step + buttons.length) % buttons.length
      choose(next)
      buttons[next].focus()
    })
  }
  list.append(...buttons)
  group.prepend(list)
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const at = sections.findIndex((section) => target && section.contains(target))
    if (at >= 0) { show(at); target.scrollIntoView() }
  }
  show(Math.max(0, labels.indexOf(chosen.find((label) => labels.includes(label)))))
  addEventListener('hashchange', reveal)
  if (location.hash) reveal()
}

const contents = new Map(all('.contents a').map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
if (contents.size > 0) {
  const seen = new Set()
  const mark = () => {
    const first = [...contents.keys()].find((id) => seen.has(id))
    if (first === undefined) return
    for (const [id, link] of contents) {
      if (id === first) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target.id)
      else seen.delete(target.id)
    }
    mark()
  }, { rootMargin: '-64px 0px -40% 0px' })
  for (const id of contents.keys()) {
    const heading = document.getElementById(id)
    if (heading) watch.observe(heading)
  }
}
`
