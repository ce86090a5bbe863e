/**
 * All limits of the server. `npm run limits` prints them into docs/limits.md. The database enforces the lengths of texts
 * (src/shared/limits.ts) and of lists.
 */

/** A bucket of `points` that refills in `seconds`. A full one allows twice the points in that time. */
export type RateLimit = {
  /** For docs/limits.md. */
  what: string
  points: number
  seconds: number
  /** Points of an account in its first 24 hours. */
  young?: number
  /** Also counts with AUTH_LIMITS=relaxed. */
  always?: true
  /** The most points that the operator may set (`settingOf`) and that are still safe. */
  settable?: number
}

/**
 * The limits that the database counts, for all nodes together. None shuts everybody out: one attacker must not stop all mail or log-ins.
 * Mobile carriers put thousands of people behind one address: a limit of a network is wide or counts failures only.
 */
export const rateLimits = {
  signupNetwork: { points: 120, seconds: 300, settable: 1_200, what: 'sign-ups of one network' },
  signupAddress: {
    points: 5,
    seconds: 3_600,
    settable: 20,
    what: 'sign-ups of one e-mail address or phone number',
  },
  signupAnonymous: { points: 30, seconds: 3_600, what: 'anonymous sign-ups of one network' },
  // Threat 1: the answer reveals an account.
  signupTaken: {
    points: 20,
    seconds: 3_600,
    what: 'answers to one network that tell whether an address has an account',
  },
  challengeNetwork: { points: 600, seconds: 300, what: 'challenges (`GET /captcha`) of one network' },
  // With AUTH_CAPTCHA=attack. An empty bucket asks for a proof of work and refuses nobody who brings one.
  freeNetwork: {
    points: 20,
    seconds: 300,
    what: 'failed log-ins, sign-ups and requests for mails of one network without a proof of work (AUTH_CAPTCHA=attack)',
  },
  freeAll: {
    points: 300,
    seconds: 60,
    what: 'the same, of all networks together',
  },
  // Threat 5: at most twenty guesses at an address are answered in an hour. So the operator can only lower three of these.
  loginNetwork: { points: 60, seconds: 300, settable: 600, what: 'failed log-ins of one network' },
  loginPair: {
    points: 10,
    seconds: 3_600,
    settable: 10,
    what: 'failed log-ins of one network at one e-mail address',
  },
  loginAddress: {
    points: 10,
    seconds: 3_600,
    settable: 10,
    what: 'failed log-ins at one e-mail address, of all networks that its owner never used',
  },
  loginDevice: {
    points: 10,
    seconds: 3_600,
    settable: 10,
    what: 'failed log-ins at one e-mail address, of one device that remembers its account (instead of the three above)',
  },
  // A hundred tabs may refresh one session at once.
  refreshSession: { points: 300, seconds: 300, what: 'refreshes of one session' },
  mailNetwork: {
    points: 30,
    seconds: 300,
    settable: 300,
    what: 'requests for mails of one kind, of one network',
  },
  // Silent (threat 2). Each kind has its own: confirmations asked for by a stranger must not stop a password reset.
  mailAddress: {
    points: 1,
    seconds: 60,
    always: true,
    what: 'mails of one kind to one e-mail address, a minute',
  },
  mailAddressHour: {
    points: 5,
    seconds: 3_600,
    settable: 20,
    always: true,
    what: 'mails of one kind to one e-mail address, an hour',
  },
  // An SMS costs money.
  smsNetwork: { points: 60, seconds: 3_600, settable: 600, what: 'requests for SMS of one network' },
  // A limit of the whole server: many networks could ask for SMS to many numbers. People who log in by a proved number do not count.
  smsUnproved: {
    points: 300,
    seconds: 3_600,
    settable: 6_000,
    what: 'SMS to numbers that no account has confirmed, of the whole server',
  },
  verifyNetwork: {
    points: 30,
    seconds: 300,
    settable: 300,
    what: 'wrong codes and links that one network tries',
  },
  // A device asks for a challenge, then answers it. Nobody guesses a key: the bound is for the work.
  passkeyNetwork: { points: 1_200, seconds: 300, what: 'steps of log-ins with a passkey, of one network' },
  passkeyAccount: {
    points: 60,
    seconds: 600,
    what: 'passkeys that one account adds (two steps each), lists, names or removes',
  },
  web3Network: { points: 60, seconds: 300, what: 'failed log-ins by wallet, of one network' },
  reauthenticateAccount: {
    points: 10,
    seconds: 3_600,
    what: 'codes that one account asks for before a change',
  },
  // A log-in counts three times. A whole school may share one address.
  ssoNetwork: { points: 300, seconds: 300, what: 'steps of log-ins at organisations (SAML), of one network' },
  // The check of a crafted answer holds the server for 0.1 s.
  ssoAnswerNetwork: {
    points: 60,
    seconds: 300,
    what: 'refused answers of identity providers (SAML), of one network',
  },
  updateUser: { points: 30, seconds: 300, what: 'changes of one account (`PUT /user`)' },
  // Threat 18. Strangers who know the password must not use up the owner's tries.
  secondStepPair: {
    points: 10,
    seconds: 3_600,
    what: 'wrong codes of the second step of one account, from one network',
  },
  secondStepAccount: {
    points: 10,
    seconds: 3_600,
    what: 'wrong codes of the second step of one account, from all networks that its owner never used',
  },
  recoveryCode: { points: 10, seconds: 3_600, what: 'wrong recovery codes of one account, from one network' },
  factorAccount: {
    points: 60,
    seconds: 600,
    what: 'second steps that one account sets up, asks for or removes',
  },
  currentPassword: { points: 10, seconds: 3_600, what: 'wrong current passwords of one account' },
  emailChange: {
    points: 3,
    seconds: 3_600,
    what: 'changes of the e-mail address or phone number of one account',
  },
  providerNetwork: {
    points: 600,
    seconds: 300,
    what: 'log-ins at providers that one network begins, and their ways back',
  },
  idTokenNetwork: { points: 60, seconds: 300, what: 'refused ID tokens of one network' },
  linkAccount: { points: 20, seconds: 3_600, what: 'identities that one account links or unlinks' },
  uploadAccount: { points: 30, seconds: 600, young: 10, what: 'uploads of one account' },
  uploadNetwork: { points: 1_800, seconds: 600, what: 'uploads of one network' },
  // A phone that was offline for a day sends its outbox at once.
  postAccount: { points: 30, seconds: 3_600, young: 10, what: 'posts of one account' },
  commentAccount: { points: 60, seconds: 600, young: 20, what: 'comments of one account' },
  reactionAccount: {
    points: 300,
    seconds: 600,
    young: 100,
    what: 'reactions of one account, changed and taken back too, and edits of direct messages',
  },
  // In a lively conversation a person writes every few seconds.
  directAccount: {
    points: 600,
    seconds: 3_600,
    young: 200,
    what: 'direct messages of one account (conversations it begins: 20 an hour, 5 in its first day)',
  },
  // After an hour without a signal a phone sends all waiting messages at once. A burst is twice the points.
  messageAccount: { points: 30, seconds: 60, young: 15, what: 'messages of one account, in rooms' },
  messageHour: {
    points: 600,
    seconds: 3_600,
    what: 'messages of one account in rooms, new or edited, an hour',
  },
  editAccount: {
    points: 120,
    seconds: 600,
    young: 40,
    what: 'edits and deletions of one account, in posts, comments and rooms, and deleted direct messages',
  },
  readAccount: {
    points: 600,
    seconds: 600,
    what: 'times that one account marks a conversation or mention as read, or accepts or declines a request',
  },
  listAccount: {
    points: 60,
    seconds: 600,
    young: 20,
    what: 'blocks and mutes of one account, and their ends',
  },
  profileAccount: { points: 60, seconds: 600, young: 30, what: 'changes of the profile of one account' },
  // A job writes each new codename on the account's posts.
  renameAccount: { points: 10, seconds: 3_600, what: 'codenames that one account sets' },
  // Only Premium creates polls.
  pollAccount: { points: 10, seconds: 3_600, young: 5, what: 'polls that one account creates' },
  voteAccount: { points: 120, seconds: 600, young: 60, what: 'votes of one account on polls' },
  reportAccount: { points: 15, seconds: 3_600, young: 10, what: 'reports of one account' },
  withdrawAccount: {
    points: 60,
    seconds: 600,
    young: 30,
    what: 'withdrawals of one account, and talks with Emi that it erases',
  },
  // A wrong password counts too.
  leaveAccount: { points: 10, seconds: 3_600, what: 'times that one account tries to deactivate itself' },
  refineAccount: { points: 120, seconds: 600, young: 60, what: 'requests of one account for AI Refine' },
  // A lively talk has a message every few seconds, and a phone repeats its call after a lost connection.
  emiAccount: { points: 240, seconds: 600, young: 120, what: 'calls of one account to Emi' },
  // A limit of the whole server. Over it the offline responder answers, so it shuts nobody out.
  emiModel: {
    points: 3_000,
    seconds: 3_600,
    what: "Emi's answers by the language model, of the whole server",
  },
  gifAccount: { points: 240, seconds: 600, young: 120, what: 'pages of stickers that one account looks at' },
  // A new lock seals every entry, one request each.
  diaryAccount: { points: 20_000, seconds: 600, what: 'writes of one account in its own diary' },
  // A double click and two tabs get the same checkout.
  checkoutAccount: { points: 10, seconds: 600, young: 5, what: 'checkouts that one account opens' },
  fileAccount: {
    points: 120,
    seconds: 600,
    young: 60,
    what: 'files that one account moves, copies, deletes or signs',
  },
  bellAccount: {
    points: 300,
    seconds: 600,
    young: 150,
    what: 'notices that one account marks as read, its settings of the bell, and its browsers',
  },
  viewAccount: { points: 120, seconds: 600, what: 'reports of page views that one account sends' },
  viewNetwork: { points: 12_000, seconds: 600, what: 'reports of page views, of one network' },
  takeawayAccount: { points: 6, seconds: 3_600, what: 'downloads of its own data by one account' },
  sessionAccount: { points: 120, seconds: 600, what: 'sessions that one account lists or ends' },
  // Bounds a loop of a program that has the key.
  adminNetwork: {
    points: 6_000,
    seconds: 300,
    what: 'calls with the service key to accounts, of one network',
  },
  contactAccount: {
    points: 5,
    seconds: 3_600,
    young: 3,
    what: 'messages of the contact form, of one account',
  },
  contactAddress: {
    points: 5,
    seconds: 3_600,
    what: "visitors' messages of the contact form that name one e-mail address",
  },
  contactNetwork: { points: 60, seconds: 3_600, what: 'messages of the contact form, of one network' },
  // Over it the message is kept, and the operator reads it without a mail.
  contactMail: {
    points: 120,
    seconds: 3_600,
    what: 'mails to the operator about messages of the contact form, of the whole server',
  },
  proofAccount: {
    points: 20,
    seconds: 3_600,
    young: 10,
    what: 'proofs of payment of one account, and their notices',
  },
  proofMail: {
    points: 60,
    seconds: 3_600,
    what: 'mails to the operator about proofs of payment, of the whole server (a job sends the others, ten in five minutes)',
  },
  // These bound a person with many accounts. They are wide, because carriers put many people behind one address.
  messageNetwork: { points: 36_000, seconds: 600, what: 'messages of one network' },
  postNetwork: { points: 3_600, seconds: 600, what: 'posts, comments and reports of one network' },
  writeNetwork: { points: 60_000, seconds: 600, what: 'other writes of one network' },
  uploadToken: { points: 1, seconds: 7_200, always: true, what: 'uploads under one signed address' },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits

/** The limits below, hardly any, or some with the operator's own points. */
export type LimitMode = 'strict' | 'relaxed' | Partial<Record<RateLimitName, number>>

/** `loginNetwork` is AUTH_LIMIT_LOGIN_NETWORK. */
export const settingOf = (name: string) => `AUTH_LIMIT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/** The limits of one kind of write: of its account, then of its network. */
export type Pace = readonly [ofAccount: RateLimitName, ofNetwork: RateLimitName]

type Verb = 'POST' | 'PATCH' | 'DELETE'
export type WriteLimit = {
  /** Most rows of an insert, by default 1. Only import needs more. */
  rows?: number
  paces: Partial<Record<Verb, Pace>>
  /** Buckets of the account, for inserts and updates that set the column. */
  columns?: Readonly<Record<string, RateLimitName>>
}

const edits = { PATCH: ['editAccount', 'writeNetwork'], DELETE: ['editAccount', 'writeNetwork'] } as const
const always = (pace: Pace) => ({ POST: pace, PATCH: pace, DELETE: pace })

/** Writes of the data API, by relation. A relation that people may write and that has no row fails a test. */
export const writeLimits: Readonly<Record<string, WriteLimit>> = {
  public_posts: { paces: { POST: ['postAccount', 'postNetwork'], ...edits } },
  post_comments: { paces: { POST: ['commentAccount', 'postNetwork'], ...edits } },
  post_reactions: { paces: always(['reactionAccount', 'writeNetwork']) },
  direct_messages: {
    paces: {
      POST: ['directAccount', 'writeNetwork'],
      PATCH: ['reactionAccount', 'writeNetwork'],
      DELETE: ['editAccount', 'writeNetwork'],
    },
  },
  conversation_members: { paces: { PATCH: ['readAccount', 'writeNetwork'] } },
  live_chat_messages: {
    paces: { POST: ['messageAccount', 'messageNetwork'], ...edits },
    columns: { message_text: 'messageHour' },
  },
  live_chat_reactions: { paces: always(['reactionAccount', 'writeNetwork']) },
  mentions: { paces: always(['readAccount', 'writeNetwork']) },
  user_blocks: { paces: always(['listAccount', 'writeNetwork']) },
  user_mutes: { paces: always(['listAccount', 'writeNetwork']) },
  user_profiles: {
    paces: always(['profileAccount', 'writeNetwork']),
    columns: { codename: 'renameAccount' },
  },
  diary_posts: { rows: 1_000, paces: always(['diaryAccount', 'writeNetwork']) },
  diary_locks: { paces: always(['diaryAccount', 'writeNetwork']) },
  post_notices: { paces: always(['bellAccount', 'writeNetwork']) },
  notification_settings: { paces: always(['bellAccount', 'writeNetwork']) },
  manual_payments: {
    paces: { POST: ['proofAccount', 'writeNetwork'], PATCH: ['bellAccount', 'writeNetwork'] },
  },
  push_subscriptions: { paces: always(['bellAccount', 'writeNetwork']) },
}

/** Bounds of running and waiting work in a fair queue (turns.ts). A missing bound is infinite. */
export type Bounds = { running?: number; waiting?: number }

export type TurnLimit = {
  what: string
  all?: Bounds
  network?: Bounds
  account?: Bounds
  groups?: Readonly<Record<string, Bounds>>
  /** Work that waits longer is refused, in ms. */
  patienceMs?: number
}

/** Fair queues of one node. Work over a bound waits, and is refused when too much waits. */
export const turnLimits = {
  /**
   * For the usual pool of sixteen connections. fair-db.ts scales the numbers of running work, an account's excepted, with the pool. Two
   * connections stay for the server's own work.
   */
  database: {
    what: 'Transactions of all gateways',
    all: { running: 14, waiting: 2_048 },
    // One visitor with sixteen slow searches held all connections (threat 74).
    network: { running: 8, waiting: 256 },
    // Without it, one account's renames and inserts in loops held all connections.
    account: { running: 3, waiting: 64 },
    groups: {
      visitors: { running: 6, waiting: 1_024 },
      // Reads that may walk a whole table: patterns, counts, filters and orders without an index.
      // One network fills its own 256 places and leaves the others theirs.
      walks: { running: 2, waiting: 1_024 },
    },
  },
  // 150 wrong log-ins of one network must not shut the others out.
  entrance: {
    what: 'Log-ins and sign-ups',
    all: { running: 4, waiting: 512 },
    network: { running: 3, waiting: 64 },
    // Before the server cuts a silent connection, so that a slow machine still answers.
    patienceMs: 20_000,
  },
  hashing: {
    what: 'Hashes of passwords (a node runs one less than its cores, and at most 4)',
    all: { waiting: 512 },
    network: { waiting: 64 },
  },
  providers: {
    what: 'Requests to one provider of log-ins',
    // A provider that hangs holds its requests for eight seconds.
    all: { running: 16, waiting: 256 },
    network: { running: 8, waiting: 64 },
  },
  uploads: {
    what: 'Uploads',
    // An upload costs a descriptor and 64 KB. The bound is high, so that slow senders do not keep others out.
    all: { running: 256, waiting: 256 },
    account: { running: 3, waiting: 32 },
  },
  takeaways: {
    what: 'Downloads of own data',
    // A download costs little but lasts as long as a slow phone needs.
    all: { running: 64, waiting: 64 },
    account: { running: 2, waiting: 2 },
  },
  // The people are out of sight already. A crowd that leaves must not take the connections of others.
  erasures: { what: 'Accounts that are erased', all: { running: 2 } },
  cleaning: { what: 'Files that are cleaned', all: { running: 2 }, account: { running: 1 } },
  lookups: {
    what: 'Look-ups at the payment provider that its webhooks lead to (a job does the rest)',
    // A provider that was down sends everything at once.
    all: { running: 4, waiting: 64 },
  },
  previews: {
    what: 'Previews of shared posts',
    // A popular link brings thousands of visitors, and members need connections too.
    all: { running: 4, waiting: 200 },
    network: { waiting: 98 },
  },
  admission: {
    what: 'Admissions to topics',
    // A crowd that reconnects must leave most connections of the pool to others.
    all: { running: 6 },
    network: { running: 3 },
    account: { running: 1 },
  },
} as const satisfies Record<string, TurnLimit>

/**
 * Limits of web sockets, in the memory of one node. Carriers put thousands of phones behind one address, so a network may hold many sockets.
 * Limits of a socket and an account are ten times what a person needs.
 */
export const socketLimits = {
  /**
   * Open sockets: on this node, of one network (IPv4 /24, IPv6 /48), of one account. On a node that is half full, a network may hold half
   * of what the others leave.
   */
  sockets: 20_000,
  socketsPerNetwork: 10_000,
  socketsPerAccount: 30,
  opensPerSecond: 500,
  /** Sockets of one address (of IPv6, its /64). A carrier's address serves at most a few thousand phones. */
  socketsPerAddress: 4_000,
  channelsPerSocket: 100,
  /** Messages of one socket a second, in bursts of five seconds' worth: a phone that reconnects joins all topics at once. */
  joinsPerSecond: 20,
  eventsPerSecond: 40,
  bytesPerSecond: 64 * 1_024,
  tracksPerSecond: 1,
  /** All sockets of an account together, a second. */
  accountJoinsPerSecond: 40,
  accountEventsPerSecond: 120,
  accountBytesPerSecond: 128 * 1_024,
  /** Joins answered with a roster, which is a hundred times larger than the join. */
  accountRostersPerSecond: 1,
  frameBytes: 64 * 1_024,
  /** Unsent bytes that make a slow reader. A reader that does not read its close frame in time is cut. */
  unreadBytes: 1_024 * 1_024,
  farewellMs: 5_000,
  /** Silence that closes a socket. Clients send a heartbeat every 25 s. */
  silenceMs: 70_000,
}

export type SocketLimits = typeof socketLimits

/** Bounds of one request. */
export const requestLimits = {
  rows: 1_000,
  /** Also in the trigger `app.keep_change_small`, which enforces it. */
  changedRows: 50,
  offset: 10_000,
  /** An `in` list of 300 identifiers takes 12 KB percent-encoded. */
  queryBytes: 16_384,
  columns: 100,
  conditions: 100,
  conditionDepth: 10,
  listValues: 300,
  bodyBytes: 1_048_576,
  bodyDepth: 32,
}
