import { pagesOf } from '@/components/page'
import { reference } from '@/lib/source'

const { Page, generateStaticParams, generateMetadata } = pagesOf(reference)

export { generateMetadata, generateStaticParams }
export default Page
