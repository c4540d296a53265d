import { COPY_SCRIPT } from '../html/copy-script.ts'
/** The page's own rules; the tokens of the design come before them. */
export const REFERENCE_STYLE = `
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;display:grid;grid-template-columns:288px minmax(0,1fr);background:var(--n1);color:var(--n12);font:400 15px/1.6 var(--sans)}
a{color:var(--accent);text-underline-offset:2px}
:focus-visible{outline:var(--focus);outline-offset:1px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--n1);padding:8px;z-index:1}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:20px 12px 32px 20px;border-right:var(--line);background:var(--n2);font-size:13px}
nav h2{margin:20px 0 4px;font-size:12px;font-weight:600;color:var(--n10)}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;gap:8px;align-items:baseline;padding:4px 8px;margin-left:-8px;border-radius:var(--radius);color:var(--n12);text-decoration:none}
nav li a:hover{background:var(--n4)}
nav{scrollbar-width:thin;scrollbar-color:var(--n6) transparent}
nav li a[aria-current]{background:var(--n4);font-weight:500}
.operations>summary{display:none}
.filter{display:block;position:sticky;top:-20px;z-index:1;margin:0 -4px;padding:12px 0 4px;background:var(--n2)}
.filter input{width:100%;height:32px;padding:0 10px;border:1px solid var(--n7);border-radius:var(--radius);background:var(--n1);color:var(--n12);font:13px/1 var(--sans)}
.product{margin:0;font-weight:600;font-size:15px}.product a{color:var(--n12);text-decoration:none}
.verb{flex:none;font:600 11px/1.6 var(--mono);color:var(--accent)}
nav .verb{width:44px}
main{max-width:1200px;padding:32px 40px 96px;min-width:0}
h1{font-size:28px;line-height:1.25;font-weight:600;margin:0 0 12px}
.lead{font-size:16px;max-width:70ch}main>p{max-width:70ch}
.group{margin:48px 0 0;padding-top:24px;border-top:var(--line);font-size:20px;font-weight:600}
section{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,480px);gap:32px;padding:32px 0;border-bottom:var(--line)}
section#errors{display:block;max-width:70ch}
h3{font-size:17px;font-weight:600;margin:0 0 8px}
h4{font-size:13px;font-weight:600;margin:20px 0 4px;color:var(--n11)}
p{margin:0 0 8px}
code{font:0.92em/1.5 var(--mono);overflow-wrap:anywhere}
.path{display:flex;gap:8px;align-items:baseline}
.path code{font-size:14px}
.about,.type{color:var(--n10);font-size:13px}
.about{margin:0 0 4px}
.required{color:var(--attention);font-size:12px;font-weight:500}
.old{color:var(--attention);font-size:12px}
.fields{list-style:none;margin:0;padding:0}
.fields li{padding:6px 0;border-top:var(--line)}
.fields p{margin:0}
.fields .fields{margin:6px 0 0 6px;padding-left:12px;border-left:2px solid var(--n5)}
.name{font-weight:600}
.aside{position:sticky;top:16px;align-self:start;min-width:0;max-height:calc(100vh - 32px);overflow-y:auto}
.samples{display:flex;position:relative;flex-wrap:wrap;margin:0;padding:0;border:var(--line);border-radius:var(--radius-card);background:var(--n2);min-width:0;overflow:hidden}
.samples input{position:absolute;opacity:0}
.samples label{order:0;padding:6px 12px;font-size:13px;color:var(--n11);cursor:pointer}
.samples input:checked+label{color:var(--n12);font-weight:600;box-shadow:inset 0 -2px var(--accent)}
.samples input:focus-visible+label{outline:var(--focus);outline-offset:-2px}
.sample{order:1;display:none;width:100%;border-top:var(--line);position:relative}
.samples input:checked+label+.sample{display:block}
.samples label{z-index:1}
pre{margin:0;padding:14px;overflow-x:auto;font:12.5px/1.55 var(--mono)}
pre code{overflow-wrap:normal;font:inherit}
.copy{position:absolute;top:-30px;right:6px;padding:2px 8px;border:var(--line);border-radius:4px;background:var(--n1);color:var(--n11);font:12px/1.6 var(--sans);cursor:pointer}
button.try,.send,.stop{height:32px;padding:0 14px;border:var(--line);border-radius:var(--radius);background:var(--n1);color:var(--n12);font:500 13px/1 var(--sans);cursor:pointer}
button.try{margin-top:10px}button.try:hover,.stop:hover{background:var(--n3)}
.send{border-color:transparent;background:var(--accent-solid);color:var(--on-accent)}.send:disabled{opacity:.6;cursor:default}
.access{max-width:520px;margin:16px 0 8px;padding:14px 16px;border:var(--line);border-radius:var(--radius-card);background:var(--n2)}
.access label,.try-form label{display:block;margin-bottom:4px;font-size:13px;font-weight:500}
.access input,.try-form input,.try-form textarea{width:100%;padding:6px 10px;border:1px solid var(--n8);border-radius:var(--radius);background:var(--n1);color:var(--n12);font:13px/1.5 var(--mono)}
.access .about{margin:8px 0 0}
.try-form{margin-top:12px;padding:14px 16px;border:var(--line);border-radius:var(--radius-card);background:var(--n2)}
.try-form p{margin:0 0 12px}.try-form textarea{resize:vertical;white-space:pre;overflow-x:auto}
.try-form .actions{display:flex;gap:8px}.try-form .status{margin:0;font-size:13px;font-variant-numeric:tabular-nums;color:var(--n11)}
.try-form pre{margin-top:8px;max-height:320px;overflow:auto;border:var(--line);border-radius:var(--radius);background:var(--n1);white-space:pre-wrap;overflow-wrap:anywhere}
[hidden]{display:none!important}
@media (max-width:1100px){section{display:block}.aside{position:relative;top:0;margin-top:16px;max-height:none}}
@media (max-width:760px){body{display:block}nav{position:sticky;z-index:2;height:auto;max-height:70vh;padding:12px 16px;border-right:0;border-bottom:var(--line)}.product{display:none}.operations>summary{display:list-item;font-size:15px;font-weight:600;cursor:pointer}.filter{position:static}html{scroll-padding-top:64px}main{padding:24px 16px 64px}}
`

/** Puts the page's own address into the samples, copies them, and shows the language that was chosen everywhere. */
export const REFERENCE_SCRIPT = `${COPY_SCRIPT}
for (const code of document.querySelectorAll('.sample code'))
  code.textContent = code.textContent.replaceAll('http://127.0.0.1:3000', location.origin)
for (const button of document.querySelectorAll('.copy'))
  button.addEventListener('click', async () => {
    button.textContent = await copyText(button.nextElementSibling.textContent) ? 'Copied' : 'Select and copy it'
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
const operations = document.querySelector('.operations')
const narrow = matchMedia('(max-width: 760px)')
const fold = () => { operations.open = !narrow.matches }
fold()
narrow.addEventListener('change', fold)
operations.addEventListener('click', ({ target }) => { if (narrow.matches && target.closest('a')) operations.open = false })
const filter = document.querySelector('.filter')
filter.hidden = false
filter.querySelector('input').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const link of operations.querySelectorAll('li')) {
    const section = document.getElementById(link.firstElementChild.hash.slice(1))
    const text = (link.textContent + ' ' + section.querySelector('.path').textContent).toLowerCase()
    link.hidden = !words.every((word) => text.includes(word))
  }
  let shown = 0
  for (const tag of operations.querySelectorAll('.tag')) {
    tag.hidden = !tag.querySelector('li:not([hidden])')
    if (!tag.hidden) shown++
  }
  operations.querySelector('.none').hidden = shown > 0
})
const links = new Map([...operations.querySelectorAll('li a')].map((link) => [link.hash.slice(1), link]))
const inView = new Set()
const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target.id)
    else inView.delete(target.id)
  }
  const first = [...links.keys()].find((id) => inView.has(id))
  if (first === undefined) return
  for (const [id, link] of links) {
    if (id !== first) link.removeAttribute('aria-current')
    else if (!link.hasAttribute('aria-current')) {
      link.setAttribute('aria-current', 'true')
      if (!narrow.matches) link.scrollIntoView({ block: 'nearest', container: 'nearest' })
    }
  }
}, { rootMargin: '0px 0px -60% 0px' })
for (const id of links.keys()) {
  const section = document.getElementById(id)
  if (section) watch.observe(section)
}
document.addEventListener('change', (event) => {
  if (event.target.type !== 'radio') return
  const top = event.target.getBoundingClientRect().top
  for (const input of document.querySelectorAll('input[value="' + event.target.value + '"]')) input.checked = true
  scrollBy(0, event.target.getBoundingClientRect().top - top)
})
`
