import type { ReportReason } from '../../../shared/reports.ts'

/** The reasons of a report in people's words, in the order shown. */
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

/** An unknown reason shows as it is stored. */
export const reasonLabel = (reason: string): string => labels.get(reason) ?? reason
