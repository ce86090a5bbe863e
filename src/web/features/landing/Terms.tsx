import { Page } from '../../ui/Page.tsx'

export function Terms() {
  return <Page title="Terms">{null}</Page>
}
