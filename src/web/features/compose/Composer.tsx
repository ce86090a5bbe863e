import { Page } from '../../ui/Page.tsx'

export function Composer() {
  return <Page title="Magsulat">{null}</Page>
}
