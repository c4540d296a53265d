import nextra from 'nextra'

const withNextra = nextra({ contentDirBasePath: '/docs' })

export default withNextra({
  output: 'export',
  basePath: '/fx',
  images: { unoptimized: true },
})
