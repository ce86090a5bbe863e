import { Page } from '../../ui/Page.tsx'

export function CodenamePage() {
  return <Page title="Codename">{null}</Page>
}
