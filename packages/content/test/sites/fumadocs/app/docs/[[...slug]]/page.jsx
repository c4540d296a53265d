import { pagesOf } from '@/components/page'
import { source } from '@/lib/source'

const { Page, generateStaticParams, generateMetadata } = pagesOf(source)

export { generateMetadata, generateStaticParams }
export default Page
