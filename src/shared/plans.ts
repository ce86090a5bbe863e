/** What Premium costs, and what an account may do with and without it. The server passes these numbers to the database. */
const megabyte = 1_048_576

/** `amount` is in centavos, `months` in calendar months of Manila. */
export const plans = {
  premium_monthly: { months: 1, amount: 12_900, label: 'Premium Monthly' },
  premium_yearly: { months: 12, amount: 129_000, label: 'Premium Yearly' },
} as const satisfies Record<string, { months: 1 | 12; amount: number; label: string }>

export type Plan = keyof typeof plans

export const isPlan = (value: unknown): value is Plan =>
  typeof value === 'string' && Object.hasOwn(plans, value)

/** ₱129, ₱107.50, ₱1,290 */
export const pesos = (centavos: number): string =>
  new Intl.NumberFormat('en-PH', {
    style: 'currency',
    currency: 'PHP',
    minimumFractionDigits: centavos % 100 === 0 ? 0 : 2,
  }).format(centavos / 100)

/** Refinements and answers of Emi count in the window of days that `FREE_QUOTA_DAYS` names, uploads in 24 hours. */
export const freeLimits = { refinements: 10, emi: 30, uploadsADay: 2, uploadBytes: 5 * megabyte } as const

export const premiumLimits = { uploadBytes: 50 * megabyte } as const

/** The share of a limit from which the person is warned (specification 2, section 9). */
export const warnsFrom = 0.8

/** `cap` null: Premium has none. `next_at`: when all are used, the time at which the next one comes back; null when it never does. */
export type Limit = { used: number; cap: number | null; next_at: string | null }

/** The answer of `my-limits`. `days`: the window of refinements and of Emi's answers, 0 for all time. */
export type Limits = {
  is_premium: boolean
  premium_until: string | null
  days: number
  refinement: Limit
  emi: Limit
  upload: Limit
  upload_bytes: number
}

/** What is left of a limit. Undefined without a cap. */
export const leftOf = ({ used, cap }: Limit): number | undefined =>
  cap === null ? undefined : Math.max(0, cap - used)

export const isAlmostUsed = ({ used, cap }: Limit): boolean => cap !== null && used >= cap * warnsFrom
