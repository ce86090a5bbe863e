/** A bucket of `points` that refills in `seconds`: at most twice the points in that time. */
export type RateLimit = {
  points: number
  seconds: number
  /** Also counts with AUTH_LIMITS=relaxed. */
  always?: true
}

/**
 * All limits that the database counts. None is global: one attacker must not stop everybody's mail or log-in. Mobile carriers put thousands
 * of people behind one address: a limit of a network is wide or counts failures only.
 */
export const rateLimits = {
  signupNetwork: { points: 120, seconds: 300 },
  signupAddress: { points: 5, seconds: 3_600 },
  /** Answers "already registered" to one network (threat 1). */
  signupTaken: { points: 20, seconds: 3_600 },
  /** Failed log-ins: of one network, of one network at one address, of all unknown networks at one address (threat 5). */
  loginNetwork: { points: 60, seconds: 300 },
  loginPair: { points: 10, seconds: 3_600 },
  loginAddress: { points: 10, seconds: 3_600 },
  /** A hundred tabs may refresh one session at once. */
  refreshSession: { points: 300, seconds: 300 },
  mailNetwork: { points: 30, seconds: 300 },
  /** Mails to one address: one a minute, five in a row. Silent, and counted for any address (threat 2). */
  mailAddress: { points: 1, seconds: 60, always: true },
  mailAddressHour: { points: 5, seconds: 3_600, always: true },
  verifyNetwork: { points: 30, seconds: 300 },
  updateUser: { points: 30, seconds: 300 },
  currentPassword: { points: 10, seconds: 3_600 },
  emailChange: { points: 3, seconds: 3_600 },
  /** Uploads that the policies allow, of one account and of one network (sixty people's worth). */
  uploadAccount: { points: 30, seconds: 600 },
  uploadNetwork: { points: 1_800, seconds: 600 },
  /** A signed address takes one upload in its two hours. */
  uploadToken: { points: 1, seconds: 7_200, always: true },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits
