import { createMDX } from 'fumadocs-mdx/next'

export default createMDX()({
  output: 'export',
  basePath: '/fx',
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true },
})
