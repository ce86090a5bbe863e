import { Page } from '../../ui/Page.tsx'

export function Wall() {
  return <Page title="Pader">{null}</Page>
}
