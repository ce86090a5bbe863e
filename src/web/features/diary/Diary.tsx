import { Page } from '../../ui/Page.tsx'

export function Diary() {
  return <Page title="Emote Diary">{null}</Page>
}
