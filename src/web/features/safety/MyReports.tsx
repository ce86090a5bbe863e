import { useInfiniteQuery } from '@tanstack/react-query'
import { exactTime, relativeTime } from '../../../shared/relative-time.ts'
import { useUser } from '../../lib/session.ts'
import styles from './MyReports.module.css'
import { reasonLabel } from './reasons.ts'
import { myReports, type MyReport } from '../../domain/safety/report.api.ts'
import { Rows } from './Rows.tsx'

const things = new Map([
  ['public_post', 'Post'],
  ['post_comment', 'Komento'],
  ['direct_message', 'Mensahe'],
  ['live_chat_message', 'Mensahe'],
  ['poll', 'Poll'],
])
const outcomes = new Map([
  ['open', 'Tinitingnan pa namin'],
  ['removed', 'Inalis namin ito. Salamat.'],
  ['dismissed', 'Tiningnan namin: hindi lumabag sa patakaran.'],
  ['gone', 'Binura na ito ng sumulat.'],
])
/** The person's reports and their outcomes. */
export function MyReports() {
  const list = useInfiniteQuery(myReports(useUser().id))
  return (
    <Rows list={list} empty="Wala ka pang nire-report. Pag may nakita kang hindi tama, sabihin mo lang.">
      {(report) => <ReportRow report={report} />}
    </Rows>
  )
}

function ReportRow({ report }: { report: MyReport }) {
  return (
    <div className={styles.report}>
      <p className={styles.what}>
        {things.get(report.reported_item_type)} · {reasonLabel(report.reason)}
      </p>
      <p className={styles.outcome}>
        <span>{outcomes.get(report.status)}</span>
        <time dateTime={report.created_at} title={exactTime(report.created_at)}>
          {relativeTime(report.created_at)}
        </time>
      </p>
    </div>
  )
}
