import { type ApiDocument, type ApiOperation, exampleOf, type Parameter, resolveSchema } from '@docent/http'
import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import { codeSamples } from './code-samples.ts'
import { inline, schemaRows, typeOf } from './schema-rows.ts'

/** Address in the samples; the page's script puts its own in its place. */
export const SAMPLE_ORIGIN = 'http://127.0.0.1:3000'

/** The Model Context Protocol has clients accept both, whichever the server sends. */
const MCP_TYPES = 'application/json, text/event-stream'

interface Listed {
  method: string
  path: string
  operation: ApiOperation
}

/** The body of the page that shows an OpenAPI document to people. */
export function referencePage(document: ApiDocument): Html {
  const listed: Listed[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = document.tags
    .map(({ name }) => ({ name, listed: listed.filter(({ operation }) => operation.tags.includes(name)) }))
    .filter((group) => group.listed.length > 0)
  return html`<a class="skip" href="#main">Skip to the content</a>
<nav aria-label="Operations">
<p class="product"><a href="#main">${document.info.title} API</a></p>
<details class="operations" open>
<summary>Operations</summary>
<label class="filter" hidden><span class="hidden">Filter the operations</span><input type="search" placeholder="Filter" autocomplete="off" spellcheck="false"></label>
${groups.map(
  ({ name, listed: members }) => html`<div class="tag"><h2>${name}</h2>
<ul>${members.map(
    ({ method, operation }) =>
      html`<li><a href="#${operation.operationId}"><span class="verb">${method}</span> <span>${operation.summary.replace(' (deprecated)', '')}${
        operation.deprecated ? html` <span class="old">deprecated</span>` : undefined
      }</span></a></li>`,
  )}</ul></div>`,
)}
<p class="about none" role="status" hidden>No operation matches.</p>
</details>
</nav>
<main id="main">
<h1>${document.info.title} API reference</h1>
<p class="lead">${inline(document.info.description)}</p>
<p>Send an API key as <code>Authorization: Bearer &lt;key&gt;</code>: an admin key (<code>svc_…</code>) for the agent and for reports, an assistant key (<code>svc_dsc_…</code>) for questions, search and pages. The document behind this page is <a href="/openapi.json">openapi.json</a>.</p>
<form class="access" hidden>
<label for="access-key">API key to try requests with</label>
<input id="access-key" type="password" autocomplete="off" spellcheck="false">
<p class="about who">The key stays in this page and is gone after a reload.</p>
</form>
${groups.map(({ name, listed: members }) => html`<h2 class="group">${name}</h2>${members.map((one) => section(one, document))}`)}
<section id="errors" aria-labelledby="errors-title">
<h3 id="errors-title">Errors</h3>
<p>Every error has this body, as <code>application/problem+json</code> (RFC 9457).</p>
${schemaRows({ $ref: '#/components/schemas/Problem' }, document)}
</section>
</main>`
}

function section({ method, path, operation }: Listed, document: ApiDocument): Html {
  const { operationId: id, summary, description, deprecated } = operation
  const body = operation.requestBody?.content['application/json']?.schema
  return html`<section id="${id}" aria-labelledby="${id}-title">
<div class="text">
<h3 id="${id}-title">${summary}</h3>
<p class="path"><span class="verb">${method}</span> <code>${path}</code></p>
${deprecated ? html`<p class="old">This operation is deprecated.</p>` : undefined}
${description === undefined ? undefined : html`<p>${inline(description)}</p>`}
<p class="about">${keyWords(operation)}</p>
${parameters(operation.parameters, document)}
${body === undefined ? undefined : html`<h4>Body</h4>${schemaRows(body, document) ?? html`<p>${typeOf(body, document)}</p>`}`}
${responses(operation, document)}
</div>
${samples({ method, path, operation }, document)}
</section>`
}

function parameters(all: readonly Parameter[], document: ApiDocument): Html | undefined {
  if (all.length === 0) return undefined
  return html`<h4>Parameters</h4><ul class="fields">${all.map(
    ({
      name,
      in: place,
      required,
      description,
      schema,
    }) => html`<li><p><code class="name">${name}</code> <span class="type">${place}, ${typeOf(
      schema,
      document,
    )}</span>${required ? html` <span class="required">required</span>` : undefined}</p>
${description === undefined ? undefined : html`<p class="about">${inline(description)}</p>`}</li>`,
  )}</ul>`
}

function responses(operation: ApiOperation, document: ApiDocument): Html {
  const entries = Object.entries(operation.responses)
  const success = entries.filter(([status]) => status.startsWith('2'))
  const errors = entries.filter(([status]) => /^[45]/.test(status)).map(([status]) => status)
  return html`<h4>Reply</h4>${success.map(([status, { description, content, headers }]) => {
    const [type, media] = Object.entries(content ?? {})[0] ?? []
    return html`<p><code>${status}</code> ${description}${type === undefined ? undefined : html` <span class="type">${type}</span>`}</p>
${Object.entries(headers ?? {}).map(([name, header]) => html`<p class="about"><code>${name}</code> ${header.description}</p>`)}
${media === undefined ? undefined : schemaRows(resolveSchema(media.schema, document), document)}`
  })}${errors.length === 0 ? undefined : html`<p class="about">Errors: ${errors.join(', ')}, as <a href="#errors">described below</a>.</p>`}`
}

function samples({ method, path, operation }: Listed, document: ApiDocument): Html {
  const schema = operation.requestBody?.content['application/json']?.schema
  const reply = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  const type = Object.keys(reply?.content ?? {})[0] ?? ''
  const all = codeSamples({
    method,
    url: SAMPLE_ORIGIN + examplePath(path),
    key: keyOf(operation),
    accept: path.startsWith('/mcp/') ? MCP_TYPES : undefined,
    body: schema === undefined ? undefined : exampleOf(schema, document),
    isStream: type === 'text/event-stream' || type === 'text/plain',
  })
  const { operationId, summary } = operation
  const body = schema === undefined ? undefined : JSON.stringify(exampleOf(schema, document), null, 2)
  const attributes = html`data-method="${method}" data-path="${path}" data-parameters="${JSON.stringify(tryable(operation))}"${
    body === undefined ? undefined : html` data-body="${body}"`
  }${keyOf(operation) === undefined ? undefined : html` data-key="${keyOf(operation)}"`}`
  return html`<div class="aside"><fieldset class="samples" ${attributes}><legend class="hidden">Sample of ${summary}</legend>${all.map(
    ({ id, label, code }, index) =>
      html`<input type="radio" name="${operationId}-sample" id="${operationId}-${id}" value="${id}"${index === 0 ? html` checked` : undefined}><label for="${operationId}-${id}">${label}</label><div class="sample"><button type="button" class="copy">Copy</button><pre tabindex="0"><code>${code}</code></pre></div>`,
  )}</fieldset><button type="button" class="try" aria-expanded="false" aria-label="Try it: ${summary}" hidden>Try it</button></div>`
}

/** What a reader fills in to send the request of the page. */
function tryable({ parameters: all }: ApiOperation) {
  return all.map(({ name, in: place, required }) => ({
    ...{ name, in: place, required },
    ...(place === 'path' ? { value: EXAMPLES[name] ?? '' } : {}),
  }))
}

/** The demo project's names, so that a sample works on a fresh server. */
const EXAMPLES: Readonly<Record<string, string>> = {
  projectId: 'docent',
  domain: 'docent',
  version: 'latest',
  file: 'docent.js',
}

function examplePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => EXAMPLES[name] ?? `<${name}>`)
}

function keyOf({ security }: ApiOperation): 'admin' | 'assistant' | undefined {
  return (['admin', 'assistant'] as const).find((name) => security.some((way) => name in way))
}

function keyWords(operation: ApiOperation): string {
  const key = keyOf(operation)
  const isForPeople = operation.security.some((way) => 'session' in way)
  if (isForPeople)
    return key === undefined ? 'Needs a signed-in person.' : `Needs a signed-in person or an ${key} key.`
  return key === undefined ? 'Needs no key.' : `Needs an ${key} key.`
}
