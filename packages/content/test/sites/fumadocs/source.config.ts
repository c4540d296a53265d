import { defineConfig, defineDocs } from 'fumadocs-mdx/config'

export const docs = defineDocs({
  dir: 'content/docs',
  docs: { files: ['**/*.mdx', '!**/*.draft.mdx'] },
})

export const commands = defineDocs({ dir: 'content/reference' })

export default defineConfig()
