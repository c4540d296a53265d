/** A documentation site as its repository has it. */
export interface CorpusSite {
  name: string
  /** On GitHub. */
  repository: string
  commit: string
  /** Of its English documentation; '' is the whole repository. */
  folder: string
  /** Below the folder, what is not English. */
  without?: RegExp
}

/** Real documentation in English. The first sixteen have been looked at while the scorer was made, the others not. */
export const CORPUS_SITES: readonly CorpusSite[] = [
  site('ai-sdk', 'vercel/ai', 'ed857f50f112e23930b0c2dd8d532cc8bebbc911', 'content'),
  site('astro', 'withastro/docs', '741c1b89ba13cf9b4ac4087ef09dc269e113fa77', 'src/content/docs/en'),
  site('deno', 'denoland/docs', 'eb8f78e90dbc72f3b3ab7dcd85609622379b5bca', ''),
  site(
    'drizzle',
    'drizzle-team/drizzle-orm-docs',
    'f0262250dd0c28c7e256703e5a81e829b2a83d73',
    'src/content/docs',
  ),
  site('eslint', 'eslint/eslint', 'c27bc926e496985eb7911c09eb60914b2e4b5d0f', 'docs/src'),
  site('flux', 'fluxcd/website', '6da0f383c3348b92f94ae5a90c4d2b59ec0144e8', 'content/en'),
  site('helm', 'helm/helm-www', '227f41447a683545325e87aedf10c67096d11004', 'docs'),
  site('nuxt', 'nuxt/nuxt', '4e0099839c3ea0483e6dc639e4be6d9bdffc3e56', 'docs'),
  site('pnpm', 'pnpm/pnpm.io', '4096ad35b19c7d7e0c2c64c704c57daf5bb91668', 'docs'),
  site('prometheus', 'prometheus/docs', 'c105550aad07161f62d02e305ed09799ec6025fa', 'docs'),
  site('react', 'reactjs/react.dev', '12d692da47e77cdc558b928fcfbaf4e71c6d0cec', 'src/content'),
  {
    ...site('tauri', 'tauri-apps/tauri-docs', 'e1c39c6ef06b936f70e977d53c60fcf329ec3702', 'src/content/docs'),
    without: /^(?:_?[a-z]{2}|zh-cn)\//,
  },
  site('uv', 'astral-sh/uv', '26a9dd4b2125bc271b47855e1fa0c49af3365db5', 'docs'),
  site('vite', 'vitejs/vite', 'a98c8d95d552c6fa98ab66fb810f5b39ad5abf49', 'docs'),
  site('vue', 'vuejs/docs', '01e098a967951ea92d09b100b8e7d82c7a3369a2', 'src'),
  site('webpack', 'webpack/webpack.js.org', '9c0ce6f5e982c2efd3e97360a107a6343cf2c77b', 'src/content'),
  site('argo-cd', 'argoproj/argo-cd', '37ee0097cf851bc2dd7665fc081bbce61a7e836e', 'docs'),
  site('electron', 'electron/electron', '96f3996d8d3ce6e2fcfb86326fc4b953b53936fb', 'docs'),
  site('etcd', 'etcd-io/website', '824597935df6e95992ef61c07e3222f4f796ca6c', 'content/en/docs/v3.7'),
  site('fastapi', 'fastapi/fastapi', 'c3f316b7e814667e8ee81e03a7330d00ee61e45c', 'docs/en/docs'),
  site('hugo', 'gohugoio/hugoDocs', '1c613349f4220ae84070df25979d720c43e5cfa6', 'content/en'),
  site('knative', 'knative/docs', 'de125bfad88b6f8f5ff037866a5436d64051898f', 'docs'),
  site(
    'opentelemetry',
    'open-telemetry/opentelemetry.io',
    'dd5997c8b9fafbf72ea6b8059ade242d88b8f118',
    'content/en',
  ),
  site(
    'tanstack-query',
    'TanStack/query',
    '40321a0b1b3bdd0afa11f0e439642ab84cdf6afe',
    'docs/framework/react',
  ),
  site(
    'typescript',
    'microsoft/TypeScript-Website',
    '1f8e642574ce992bfd573a96b5e3de43d8ac044a',
    'packages/documentation/copy/en',
  ),
]

function site(name: string, repository: string, commit: string, folder: string): CorpusSite {
  return { name, repository, commit, folder }
}
