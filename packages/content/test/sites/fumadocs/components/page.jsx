import { Accordion, Accordions } from 'fumadocs-ui/components/accordion'
import { File, Files, Folder } from 'fumadocs-ui/components/files'
import { Step, Steps } from 'fumadocs-ui/components/steps'
import { Tab, Tabs } from 'fumadocs-ui/components/tabs'
import { DocsBody, DocsDescription, DocsPage, DocsTitle } from 'fumadocs-ui/layouts/docs/page'
import components from 'fumadocs-ui/mdx'

const all = { ...components, Accordion, Accordions, File, Files, Folder, Step, Steps, Tab, Tabs }

/** The pages of one collection. */
export function pagesOf(source) {
  return {
    async Page(props) {
      const { slug } = await props.params
      const { body: Body, toc, title, description } = source.getPage(slug).data
      return (
        <DocsPage toc={toc} footer={{ enabled: false }}>
          <DocsTitle>{title}</DocsTitle>
          <DocsDescription>{description}</DocsDescription>
          <DocsBody>
            <Body components={all} />
          </DocsBody>
        </DocsPage>
      )
    },
    generateStaticParams: () => source.generateParams(),
    async generateMetadata(props) {
      const { slug } = await props.params
      const { title, description } = source.getPage(slug).data
      return { title, description }
    },
  }
}
