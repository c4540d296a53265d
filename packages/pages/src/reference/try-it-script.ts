/**
 * Sends the request of an operation from the page of the reference, to the server that the page is from. A key that is
 * pasted stays in a field of the page: it is never stored, and a reload forgets it.
 */
export const TRY_IT_SCRIPT = `
const access = document.querySelector('.access')
const keyField = access.querySelector('input')
const who = access.querySelector('.who')
const signedIn = fetch('/api/session', { credentials: 'same-origin' })
  .then((reply) => (reply.ok ? reply.json() : undefined))
  .then((session) => (session && session.user ? session : undefined))
  .catch(() => undefined)
access.hidden = false
access.addEventListener('submit', (event) => event.preventDefault())
signedIn.then((session) => {
  if (session)
    who.textContent = 'You are signed in as ' + session.user.name + ': requests below /api use your session, and questions use a key that the server makes for this page. Paste a key to use it instead.'
})

/** So that a request of somebody who is signed in is about a project that is there. */
const projects = signedIn
  .then((session) => (session ? fetch('/api/projects', { credentials: 'same-origin' }) : undefined))
  .then((reply) => (reply && reply.ok ? reply.json() : undefined))
  .then((body) => (body ? body.projects : []))
  .catch(() => [])
const fillProject = async ({ name, value, input }) => {
  const property = { domain: 'domain', projectId: 'id' }[name]
  const [first, ...others] = property ? await projects : []
  if (!first || input.value !== value || [first, ...others].some((project) => project[property] === value)) return
  input.value = first[property]
}

const LONGEST = 500000
const made = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children)
  return node
}

/** Headers that let this reader in: the key of the field, the session, or a key for readers made by the server. */
const credentialsFor = async ({ method, path, key }, values, signal) => {
  const pasted = keyField.value.trim()
  if (pasted) return { credentials: 'omit', headers: { Authorization: 'Bearer ' + pasted } }
  const session = await signedIn
  if (session && path.startsWith('/api/')) {
    const change = method === 'GET' ? {} : { 'X-CSRF-Token': session.csrfToken }
    return { credentials: 'same-origin', headers: change }
  }
  if (!key) return { credentials: 'omit', headers: {} }
  if (session && key === 'assistant' && values.domain) {
    const address = '/api/projects/' + encodeURIComponent(values.domain) + '/reader-key'
    const reply = await fetch(address, { credentials: 'same-origin', signal })
    if (reply.ok) return { credentials: 'omit', headers: { Authorization: 'Bearer ' + (await reply.json()).key } }
    if (reply.status === 404) throw new Error('You have no project “' + values.domain + '”. Write the domain of one of yours, or paste an assistant key at the top of this page.')
  }
  throw new Error('Paste an ' + key + ' key at the top of this page' + (path.startsWith('/api/') ? ', or sign in.' : '.'))
}

const openForm = (button) => {
  const panel = button.closest('section').querySelector('.samples')
  const id = button.closest('section').id
  const operation = { method: panel.dataset.method, path: panel.dataset.path, key: panel.dataset.key }
  const fields = JSON.parse(panel.dataset.parameters).map((parameter) => {
    const input = made('input', {
      id: id + '-try-' + parameter.name, name: parameter.name, value: parameter.value || '',
      required: parameter.required, autocomplete: 'off', spellcheck: false,
    })
    return { ...parameter, input }
  })
  for (const field of fields) void fillProject(field)
  const body = panel.dataset.body === undefined ? undefined : made('textarea', {
    id: id + '-try-body', value: panel.dataset.body, spellcheck: false,
    rows: Math.min(14, panel.dataset.body.split('\\n').length + 1),
  })
  const send = made('button', { type: 'submit', className: 'send', textContent: 'Send request' })
  const stop = made('button', { type: 'button', className: 'stop', textContent: 'Stop', hidden: true })
  const status = made('p', { className: 'status', role: 'status' })
  const output = made('pre', { tabIndex: 0, hidden: true })
  output.setAttribute('aria-label', 'Reply')
  const form = made('form', { className: 'try-form' },
    ...fields.map(({ name, input, required }) => made('p', {},
      made('label', { htmlFor: input.id }, made('code', { textContent: name }), required ? ' (required)' : ''), input)),
    ...(body ? [made('p', {}, made('label', { htmlFor: body.id, textContent: 'Body' }), body)] : []),
    ...(operation.method === 'GET' || operation.key === 'assistant' ? [] : [made('p', { className: 'about', textContent: 'This request is real: the server carries it out.' })]),
    made('p', { className: 'actions' }, send, stop), status, output)
  let running
  stop.addEventListener('click', () => running && running.abort())
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const abort = new AbortController()
    running = abort
    send.disabled = true
    stop.hidden = false
    output.hidden = true
    output.textContent = ''
    status.textContent = 'Sending…'
    try {
      await sendRequest(operation, fields, body && body.value, { signal: abort.signal, status, output })
    } catch (error) {
      status.textContent = abort.signal.aborted ? status.textContent + ' · stopped' : error.message || 'The server did not answer.'
    }
    send.disabled = false
    stop.hidden = true
  })
  button.setAttribute('aria-expanded', 'true')
  button.after(form)
  ;(fields[0] ? fields[0].input : body || send).focus()
  return form
}

const sendRequest = async (operation, fields, body, { signal, status, output }) => {
  const values = Object.fromEntries(fields.map(({ name, input }) => [name, input.value.trim()]))
  if (body !== undefined) JSON.parse(body)
  const { credentials, headers } = await credentialsFor(operation, values, signal)
  const query = new URLSearchParams()
  let path = operation.path
  for (const { name, in: place } of fields) {
    if (place === 'path') path = path.replace('{' + name + '}', encodeURIComponent(values[name]))
    else if (place === 'query' && values[name]) query.set(name, values[name])
    else if (place === 'header' && values[name]) headers[name] = values[name]
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (path.startsWith('/mcp/')) headers.Accept = 'application/json, text/event-stream'
  const begun = performance.now()
  const reply = await fetch(path + (query.size ? '?' + query : ''), {
    method: operation.method, headers, credentials, signal, ...(body === undefined ? {} : { body }),
  })
  const type = reply.headers.get('content-type') || ''
  const say = (what) => {
    status.textContent = reply.status + ' ' + reply.statusText + ' · ' + Math.round(performance.now() - begun) + ' ms' + what
  }
  say(' · reading')
  const isText = !type || /json|text|xml|javascript|event-stream/.test(type)
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (const reader = reply.body ? reply.body.getReader() : undefined; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (!isText || text.length > LONGEST) continue
    const atEnd = output.scrollHeight - output.scrollTop - output.clientHeight < 8
    text += decoder.decode(value, { stream: true })
    output.hidden = false
    output.textContent = text
    if (atEnd) output.scrollTop = output.scrollHeight
  }
  if (/json/.test(type) && text.length <= LONGEST) {
    try { text = JSON.stringify(JSON.parse(text), null, 2) } catch { console.debug('The reply is not whole.') }
  }
  output.hidden = text === ''
  output.textContent = text
  say(isText ? '' : ' · ' + bytes + ' bytes of ' + type)
}

for (const button of document.querySelectorAll('.try')) {
  button.hidden = false
  let form
  button.addEventListener('click', () => {
    if (!form) form = openForm(button)
    else button.setAttribute('aria-expanded', String(!(form.hidden = !form.hidden)))
  })
}
`
