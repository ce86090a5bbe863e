import { pesos } from '../../../shared/plans.ts'
import { moodOfValue } from '../../../shared/moods.ts'
import { text } from './html.ts'
import { rowsFrom, rowsOf, type Item, type Read } from './reading.ts'

/** What the page shows of a row. */
export type Told = {
  /** A heading above rows that share it. */
  group?: string
  at?: unknown
  label?: string
  words?: unknown
  note?: string
}

export type Part = {
  /** The file in the folder `data`, without its ending. */
  file: string
  /** Tables whose rows it holds. */
  tables: readonly string[]
  read: Read
  /** Rows of a page. */
  most?: number
  /** The section of the page. Without one the rows are in the file only. */
  title?: string
  tell?: (item: Item) => Told
}

const mine = (table: string, columns: string, owner = 'user_id') =>
  `select ${columns} from ${table} where ${owner} = (select auth.uid())`
const noUuid = '00000000-0000-0000-0000-000000000000'
const byTime = { created_at: 'timestamptz', id: 'uuid' }

const roomNames: Readonly<Record<string, string>> = { general: 'General', games: 'Games', polls: 'Polls' }

export function moodWords(mood: unknown): string {
  const { emoji, label } = moodOfValue(text(mood))
  return `${emoji} ${label}`
}

/** Everything that Emote keeps about a person, oldest first. A test names a table of people's data that is missing here. */
export const parts: readonly Part[] = [
  {
    file: 'posts',
    title: 'Mga post mo',
    tables: ['public_posts'],
    read: rowsFrom('taken_posts', ['seq'], [0]),
    tell: (item) => ({
      at: item['created_at'],
      label: `${moodWords(item['mood'])}${item['anonymous'] === true ? ' · walang codename' : ''}`,
      words: item['content'],
    }),
  },
  {
    file: 'comments',
    title: 'Mga komento mo',
    tables: ['post_comments'],
    read: rowsOf(mine('public.post_comments', 'id, post_id, content, created_at, updated_at'), byTime),
    tell: (item) => ({ at: item['created_at'], words: item['content'] }),
  },
  {
    file: 'reactions',
    title: 'Mga reaction mo sa pader',
    tables: ['post_reactions'],
    read: rowsOf(mine('public.post_reactions', 'id, post_id, emoji, created_at'), byTime),
    tell: (item) => ({ at: item['created_at'], label: text(item['emoji']) }),
  },
  {
    file: 'messages',
    title: 'Mga usapan mo',
    tables: ['direct_messages'],
    read: rowsFrom('taken_messages', ['conversation_id', 'seq'], ['', 0]),
    tell: (item) => ({
      group: `Usapan kay ${text(item['other_codename'])}`,
      at: item['created_at'],
      label: item['is_mine'] === true ? 'Ikaw' : text(item['other_codename']),
      words: item['text'],
    }),
  },
  {
    file: 'conversations',
    tables: ['conversation_members'],
    read: rowsOf(
      mine(
        'public.conversation_members',
        'conversation_id, other_id, state, began, unread, last_at, created_at',
      ),
      { conversation_id: 'text' },
    ),
  },
  {
    file: 'room-messages',
    title: 'Mga mensahe mo sa Tambayan',
    tables: ['room_messages'],
    read: rowsOf(
      mine(
        'public.live_chat_messages',
        'id, seq, wall_id, message_text, reply_to, reaction_counts, created_at, edited_at, file',
        'sender_id',
      ),
      { seq: 'bigint', id: 'uuid' },
    ),
    tell: (item) => ({
      at: item['created_at'],
      label: roomNames[text(item['wall_id'])] ?? '',
      words: item['message_text'],
    }),
  },
  {
    file: 'room-reactions',
    tables: ['live_chat_reactions'],
    read: rowsOf(mine('public.live_chat_reactions', 'id, message_id, emoji'), { id: 'uuid' }),
  },
  {
    file: 'mentions',
    tables: ['mentions'],
    read: rowsOf(mine('public.mentions', 'id, message_id, created_at, read_at'), byTime),
  },
  {
    file: 'contact',
    title: 'Mga sulat mo sa amin',
    tables: ['contact_messages'],
    read: rowsFrom('taken_contact', ['created_at', 'id'], ['-infinity', noUuid]),
    tell: (item) => ({ at: item['created_at'], label: text(item['subject']), words: item['message'] }),
  },
  {
    file: 'reports',
    title: 'Mga report mo',
    tables: ['reports'],
    // The policy shows a person the reports that they made.
    read: rowsOf(
      'select id, reported_item_type, reported_item_id, reason, details, status, created_at, resolved_at from public.reports',
      byTime,
    ),
    tell: (item) => ({ at: item['created_at'], label: text(item['reason']), words: item['details'] }),
  },
  {
    file: 'blocks',
    title: 'Mga na-block mo',
    tables: ['user_blocks'],
    read: rowsOf(
      `select b.id, b.blocked_id, coalesce(f.codename, 'Anonymous') as codename, b.created_at from public.user_blocks as b
        left join app.faces as f on f.id = b.blocked_id where b.blocker_id = (select auth.uid())`,
      byTime,
    ),
    tell: (item) => ({ at: item['created_at'], label: text(item['codename']) }),
  },
  {
    file: 'mutes',
    tables: ['user_mutes'],
    read: rowsOf(mine('public.user_mutes', 'id, muted_id, post_id, created_at', 'muter_id'), byTime),
  },
  {
    file: 'uploads',
    tables: ['chat_uploads'],
    read: rowsOf(
      mine('public.chat_uploads', 'id, name, type, mime, size, created_at, expires_at, message_id'),
      byTime,
    ),
  },
  {
    file: 'polls',
    title: 'Mga poll mo',
    tables: ['polls'],
    read: rowsOf(mine('public.polls', 'id, question, options, expires_at, created_at'), byTime),
    tell: (item) => ({ at: item['created_at'], words: item['question'] }),
  },
  {
    file: 'poll-votes',
    title: 'Mga boto mo',
    tables: ['poll_votes'],
    // The words of a poll that is out of the person's sight stay out.
    read: rowsOf(
      `select v.poll_id, p.question, p.options[v.option_index + 1] as answer, v.option_index, v.created_at
       from public.poll_votes as v left join app.shown_polls as p on p.id = v.poll_id where v.user_id = (select auth.uid())`,
      { created_at: 'timestamptz', poll_id: 'uuid' },
    ),
    tell: (item) => ({ at: item['created_at'], label: text(item['answer']), words: item['question'] }),
  },
  {
    file: 'payments',
    title: 'Mga bayad mo',
    tables: ['payments'],
    read: rowsOf(
      mine(
        'public.payments',
        'id, plan, amount, currency, provider, payment_id, status, method, created_at, paid_at, ended_at',
      ),
      byTime,
    ),
    tell: (item) => ({
      at: item['created_at'],
      label: `${pesos(Number(item['amount']))} · ${text(item['status'])}`,
    }),
  },
  {
    file: 'manual-payments',
    title: 'Mga bayad mo sa QR',
    tables: ['manual_payments'],
    read: rowsOf(
      mine(
        'public.manual_payments',
        'id, plan, amount, proof_url, status, reason, created_at, decided_at, read_at',
      ),
      byTime,
    ),
    tell: (item) => ({
      at: item['created_at'],
      label: `${pesos(Number(item['amount']))} · ${text(item['status'])}`,
      words: item['reason'],
    }),
  },
  {
    file: 'notices',
    tables: ['post_notices'],
    read: rowsOf(mine('public.post_notices', 'post_id, kind, since, last_at, is_unread'), {
      post_id: 'uuid',
      kind: 'text',
    }),
  },
  {
    file: 'notification-settings',
    tables: ['notification_settings'],
    read: rowsOf(mine('public.notification_settings', '*'), { user_id: 'uuid' }),
  },
  {
    file: 'browsers',
    tables: ['push_subscriptions'],
    read: rowsOf(mine('public.push_subscriptions', 'id, endpoint, created_at'), byTime),
  },
  {
    file: 'refinements',
    tables: ['usage_ai_refinements'],
    read: rowsOf(mine('public.usage_ai_refinements', 'id, created_at'), byTime),
  },
  {
    file: 'emi-uses',
    tables: ['usage_emi_messages'],
    read: rowsOf(mine('public.usage_emi_messages', 'id, created_at'), byTime),
  },
  {
    file: 'emi-care',
    tables: ['emi_care'],
    read: rowsOf(mine('public.emi_care', 'user_id, since'), { user_id: 'uuid' }),
  },
]

export const profile: Part = {
  file: 'profile',
  tables: ['user_profiles'],
  read: rowsOf(
    mine(
      'public.user_profiles',
      'id, email, codename, avatar_url, is_premium, premium_until, created_at, updated_at, invisible, saluhan, may_write',
      'id',
    ),
    { id: 'uuid' },
  ),
}

/** The diary has a section and a file of its own form. */
export const diary: Part = {
  file: 'diary',
  tables: ['diary_posts'],
  // A sealed entry may take 250 KB.
  most: 50,
  read: rowsOf(
    mine('public.diary_posts', 'id, created_at, mood, content, template_url, sealed, lock_id'),
    byTime,
  ),
}

export const diaryLock: Part = {
  file: 'diary-lock',
  tables: ['diary_locks'],
  read: rowsOf(mine('public.diary_locks', 'id, public_key, by_passphrase, by_recovery, created_at'), byTime),
}

/** Tables of people's rows that stay out, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  codenames: 'a copy of the codename for the search',
  diary_heads: 'the number of entries and of their last change',
  emi_turns: 'a queue of minutes: ids of messages, which are in the conversation',
  flow_states: 'hashes of codes that live five minutes',
  hidden_people: 'accounts that the operator has hidden, which cannot log in',
  leavings: 'people whose account is being erased at this moment',
  known_networks: 'keyed hashes, which nobody can read back',
  mails: 'sealed mails on their way to the person',
  one_time_tokens: 'hashes of links that were mailed',
  provider_flows: 'log-ins at a provider that are under way',
  premium_terms: 'the months that payments gave. Their end is in the profile',
  presences: 'who is online at this moment',
  recovery_codes: 'hashes of codes, which nobody can read back',
  renames: 'a queue of seconds',
  webauthn_challenges: 'a question to a device, for five minutes',
}
