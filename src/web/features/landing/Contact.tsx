import { Page } from '../../ui/Page.tsx'

export function Contact() {
  return <Page title="Contact">{null}</Page>
}
