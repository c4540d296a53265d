import type { LanguageWords } from './language-words.ts'
import { NODE_MODULES } from './standard-modules.ts'

/** JavaScript and TypeScript, with what browsers and Node.js have. */
export const JAVASCRIPT: LanguageWords = {
  names: 'js javascript mjs cjs jsx ts typescript mts cts tsx node deno bun',
  family: 'script',
  words: `abstract any as assert async await bigint boolean break case catch class const continue debugger declare default
    delete do else enum export extends false finally for from function get if implements import in infer instanceof
    interface is keyof let namespace never new null number object of package private protected public readonly require
    return satisfies set static string super switch symbol this throw true try type typeof undefined unique unknown var
    void while with yield constructor Array ArrayBuffer Boolean Buffer Blob Date Error File FormData Function Headers
    Infinity Map NaN Number Object Promise Proxy ReadableStream RegExp Request Response Set String Symbol TextDecoder
    TextEncoder TypeError AggregateError EvalError RangeError ReferenceError SyntaxError URIError AbortError DOMException URL URLSearchParams Uint8Array WeakMap WeakSet WebSocket AbortController AbortSignal Event
    EventTarget CustomEvent HTMLElement Partial Pick Omit Record Required Readonly ReturnType Awaited Parameters Exclude
    Extract NonNullable isNaN parseInt parseFloat fetch setTimeout setInterval clearTimeout clearInterval setImmediate
    BroadcastChannel CompressionStream DecompressionStream EventSource IntersectionObserver MessageChannel
    MutationObserver Notification ResizeObserver SharedWorker TransformStream Worker WritableStream XMLHttpRequest
    queueMicrotask structuredClone requestAnimationFrame encodeURIComponent decodeURIComponent alert atob btoa key value
    id name type class className style href src alt onClick onChange onSubmit children ref method headers body useState
    useEffect useMemo useRef useCallback useContext`,
  globals: `console JSON Math Object Array Number String Boolean Date Promise Reflect Symbol Intl window document navigator
    location history localStorage sessionStorage globalThis process crypto performance Buffer fs path os util url http
    https events stream module exports event e err error this super res req response request URL Response Request`,
  modules: NODE_MODULES,
  members: `apply at bind call catch charAt concat entries every filter finally find findIndex flat flatMap forEach from
    get has includes indexOf join keys lastIndexOf length log map match matchAll pop push reduce replace replaceAll
    resolve reject reverse set shift slice some sort splice split startsWith endsWith substring then toFixed toISOString
    toLowerCase toString toUpperCase trim unshift values add clear delete size json text blob arrayBuffer headers status
    ok body method stringify parse message stack code data target value preventDefault stopPropagation addEventListener
    removeEventListener querySelector getElementById createElement appendChild name id type url on once off emit default
    abort signal dispose done next return throw getTime getFullYear setDate fill reduceRight sign round floor ceil abs max
    min random padStart padEnd trimStart trimEnd charCodeAt codePointAt localeCompare normalize repeat getItem setItem
    removeItem push back reload focus blur click submit reset classList style dataset children parentElement remove
    closest matches innerHTML textContent clone formData getReader pipe write end listen close connect send result
    all race any assign freeze now isArray env argv cwd exit test exec prototype current error`,
}
