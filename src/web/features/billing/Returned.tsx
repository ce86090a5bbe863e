import { LinkButton } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Paper } from '../../ui/Paper.tsx'
import styles from './Returned.module.css'

/** These pages prove nothing and change nothing: a checkout leads to /billing, which asks the server. */
export function Completed() {
  return (
    <Page title="Payment completed (Test Mode)">
      <Paper taped className={styles.sheet}>
        <p>Test ang page na ’to, at hindi ito patunay ng bayad. Sa Billing mo makikita kung Premium ka na.</p>
        <Back />
      </Paper>
    </Page>
  )
}

export function Canceled() {
  return (
    <Page title="Payment canceled">
      <Paper taped className={styles.sheet}>
        <p>
          Kung umatras ka sa checkout, walang nabawas sa ’yo. Balikan mo kung kailan mo gusto, o huwag na.
        </p>
        <Back />
      </Paper>
    </Page>
  )
}

const Back = () => <LinkButton href="/billing">Back to Billing</LinkButton>
