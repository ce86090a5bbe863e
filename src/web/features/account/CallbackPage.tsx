import { Page } from '../../ui/Page.tsx'

export function CallbackPage() {
  return <Page title="Sandali">{null}</Page>
}
