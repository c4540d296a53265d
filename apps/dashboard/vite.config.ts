import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/',
  plugins: [react()],
  logLevel: 'warn',
  // Our own sources; the condition `source` would also take those of other packages.
  resolve: {
    alias: { '@docent/client': new URL('../../packages/client/src/index.ts', import.meta.url).pathname },
  },
  build: {
    target: 'es2024',
    assetsDir: 'assets',
    manifest: true,
    // The policy of the page allows no data: address.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-query|query-core|store|react-store)[\\/]/,
            },
          ],
        },
      },
    },
  },
})
