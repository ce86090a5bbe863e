import { Page } from '../../ui/Page.tsx'

export function LoginPage() {
  return <Page title="Log in">{null}</Page>
}
