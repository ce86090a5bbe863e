import type { ReportReason } from '../../../shared/reports.ts'

/** Why something is reported, as people say it; in the order in which they are offered. */
export const reasons: readonly (readonly [ReportReason, string])[] = [
  ['harassment', 'Nambu-bully o nanggugulo'],
  ['hate_speech', 'Hate speech o pang-aalipusta'],
  ['self_harm', 'Pananakit sa sarili'],
  ['inappropriate_content', 'Bastos o hindi angkop'],
  ['privacy_violation', 'May ibinunyag na pribado'],
  ['spam', 'Spam o scam'],
  ['other', 'Iba pa'],
]

const labels = new Map<string, string>(reasons)

/** A reason that this release does not know is told as it is stored. */
export const reasonLabel = (reason: string): string => labels.get(reason) ?? reason
