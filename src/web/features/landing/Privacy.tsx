import { Page } from '../../ui/Page.tsx'

export function Privacy() {
  return <Page title="Privacy">{null}</Page>
}
