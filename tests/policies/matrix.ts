/**
 * The rights of visitors and signed-in people on every table and column of schema public. s: select, filter and order by; i: insert; u:
 * update. `rows` says which rows a person reaches, `remove` who may delete. The service may do everything. A table or column that is
 * missing here fails the test.
 */
export type Access = {
  columns: Record<string, { visitor: string; people: string }>
  rows: 'everyone' | 'own' | 'others' | 'none'
  remove: 'own' | 'nobody'
  /** The column that names Mina's row, by default `id`. */
  key?: string
  /** A view refuses every write. */
  view?: true
}

const both = (rights: string) => ({ visitor: rights, people: rights })
const people = (rights: string) => ({ visitor: '', people: rights })
const read = (rights: string) => ({ visitor: 's', people: `s${rights}` })
const hidden = both('')
/** The same rights for columns, by their names with spaces between. */
const each = (columns: string, rights: Access['columns'][string]): Access['columns'] =>
  Object.fromEntries(columns.split(' ').map((column) => [column, rights]))

const publicProfile: Access = {
  view: true,
  rows: 'everyone',
  remove: 'nobody',
  columns: {
    id: both('s'),
    codename: both('s'),
    avatar_url: both('s'),
    is_premium: both('s'),
    premium_until: both('s'),
  },
}

const wallColumns = (rights: Access['columns'][string]): Access['columns'] =>
  each(
    'id seq user_id codename mood content template_url created_at reaction_counts comment_count avatar_url is_premium is_mine my_reaction content_warning comments_vary',
    rights,
  )

/** Columns that people read and nobody writes, by their names with a space between. */
const shown = (names: string): Access['columns'] =>
  Object.fromEntries(names.split(' ').map((column) => [column, people('s')]))

const membership = shown('user_id conversation_id other_id is_pending last_at last_seq read_seq created_at')

const uses: Access = {
  rows: 'own',
  remove: 'nobody',
  columns: {
    id: people('s'),
    user_id: people('s'),
    created_at: people('s'),
    is_free: hidden,
    settled_at: hidden,
  },
}

export const matrix: Record<string, Access> = {
  user_profiles: {
    rows: 'own',
    remove: 'nobody',
    columns: {
      id: people('siu'),
      email: people('siu'),
      codename: people('siu'),
      avatar_url: people('su'),
      is_premium: people('s'),
      premium_until: people('s'),
      created_at: people('s'),
      updated_at: people('s'),
      invisible: people('su'),
      saluhan: people('su'),
      may_write: people('su'),
    },
  },
  user_blocks: {
    rows: 'own',
    remove: 'own',
    columns: {
      id: people('si'),
      blocker_id: people('si'),
      blocked_id: people('si'),
      created_at: people('s'),
    },
  },
  user_mutes: {
    rows: 'own',
    remove: 'own',
    columns: {
      id: people('si'),
      muter_id: people('si'),
      muted_id: people('si'),
      post_id: people('si'),
      created_at: people('s'),
    },
  },
  reports: {
    rows: 'own',
    remove: 'nobody',
    columns: {
      ...each('reporter_id reported_user_id reported_content', hidden),
      ...each(
        'id reported_item_type reported_item_id reason details status created_at resolved_at',
        people('s'),
      ),
    },
  },
  polls: {
    rows: 'own',
    remove: 'nobody',
    columns: {
      ...shown('id seq user_id question options expires_at created_at'),
      // The list of polls counts the new votes too.
      vote_counts: hidden,
      salt: hidden,
    },
  },
  poll_votes: {
    rows: 'own',
    remove: 'nobody',
    key: 'poll_id',
    columns: shown('poll_id user_id option_index created_at'),
  },
  hotlines: {
    rows: 'everyone',
    remove: 'nobody',
    columns: each('id name note numbers for_children position checked_on source', both('s')),
  },
  public_user_profiles: publicProfile,
  public_user_profiles_view: publicProfile,
  public_posts: {
    rows: 'everyone',
    remove: 'own',
    columns: {
      id: read('i'),
      seq: read(''),
      author_id: hidden,
      user_id: read('i'),
      codename: read('i'),
      anonymous: read('i'),
      mood: read('iu'),
      content: read('iu'),
      template_url: read('i'),
      created_at: read(''),
      reaction_counts: read(''),
      comment_count: read(''),
      content_warning: read('iu'),
    },
  },
  post_comments: {
    rows: 'everyone',
    remove: 'own',
    columns: {
      id: read('i'),
      post_id: read('i'),
      user_id: read('i'),
      content: read('iu'),
      created_at: read(''),
      updated_at: read('u'),
    },
  },
  post_reactions: {
    rows: 'own',
    remove: 'own',
    columns: {
      id: people('si'),
      post_id: people('si'),
      user_id: people('si'),
      emoji: people('siu'),
      created_at: people('s'),
    },
  },
  // Updates, deletions and inserts reach app.room_messages, which the data API does not serve.
  live_chat_messages: {
    rows: 'everyone',
    remove: 'own',
    columns: {
      id: people('si'),
      seq: people('s'),
      wall_id: people('si'),
      sender_id: people('si'),
      codename: people('si'),
      avatar_url: people('s'),
      is_premium: people('s'),
      message_text: people('siu'),
      mentioned: people('s'),
      reply_to: people('si'),
      reply_to_sender: people('s'),
      reply_to_message: people('si'),
      reply_to_codename: people('si'),
      reaction_counts: people('s'),
      my_reaction: people('s'),
      created_at: people('s'),
      edited_at: people('s'),
      file: people('s'),
    },
  },
  live_chat_reactions: {
    rows: 'own',
    remove: 'own',
    columns: { id: people('si'), message_id: people('si'), user_id: people('si'), emoji: people('siu') },
  },
  // The owner of a mention is the person mentioned.
  mentions: {
    rows: 'own',
    remove: 'nobody',
    columns: {
      id: people('s'),
      message_id: people('s'),
      user_id: people('s'),
      sender_id: people('s'),
      created_at: people('s'),
      read_at: people('su'),
    },
  },
  diary_posts: {
    rows: 'own',
    remove: 'own',
    columns: {
      id: people('si'),
      user_id: people('si'),
      mood: people('siu'),
      content: people('siu'),
      template_url: people('siu'),
      created_at: people('si'),
      rev: people('s'),
      sealed: people('siu'),
      lock_id: people('siu'),
      brought: people('si'),
    },
  },
  diary_heads: {
    rows: 'own',
    remove: 'nobody',
    columns: { id: people('s'), rev: people('s'), entries: people('s') },
  },
  diary_locks: {
    rows: 'own',
    remove: 'own',
    columns: {
      id: people('si'),
      user_id: people('si'),
      public_key: people('si'),
      by_passphrase: people('siu'),
      by_recovery: people('siu'),
      ending: people('su'),
      created_at: people('s'),
    },
  },
  usage_ai_refinements: uses,
  usage_emi_messages: uses,
  emi_care: {
    rows: 'own',
    remove: 'nobody',
    key: 'user_id',
    columns: shown('user_id since'),
  },
  // Nobody writes but the server.
  payments: {
    rows: 'own',
    remove: 'nobody',
    columns: {
      ...shown(
        'id user_id plan amount currency provider payment_id status method created_at paid_at ended_at',
      ),
      ...each('session_id checkout_url look_at looks looked refund_due', hidden),
    },
  },
  chat_uploads: {
    rows: 'own',
    remove: 'nobody',
    columns: {
      ...each('id user_id name type mime size created_at expires_at message_id', people('s')),
      ...each('object_name width height state topic held_at', hidden),
    },
  },
  contact_messages: {
    rows: 'none',
    remove: 'nobody',
    columns: each('id user_id name email subject message created_at answered_at', hidden),
  },
  // A person inserts the status `pending` only.
  manual_payments: {
    rows: 'own',
    remove: 'nobody',
    columns: {
      ...each('id user_id plan amount proof_url status', people('si')),
      ...each('reason created_at decided_at', people('s')),
      read_at: people('su'),
      ...each('proof_digest notified_at', hidden),
    },
  },
  direct_messages: {
    rows: 'own',
    remove: 'own',
    columns: {
      id: people('si'),
      seq: people('s'),
      conversation_id: people('si'),
      sender_id: people('si'),
      receiver_id: people('si'),
      text: people('siu'),
      reactions: people('su'),
      created_at: people('s'),
      edited_at: people('s'),
      file: people('s'),
    },
  },
  conversation_members: {
    rows: 'own',
    remove: 'nobody',
    key: 'user_id',
    columns: {
      ...membership,
      state: people('su'),
      unread: people('su'),
      began: people('s'),
      written: people('s'),
    },
  },
  conversations: {
    view: true,
    rows: 'own',
    remove: 'nobody',
    key: 'user_id',
    columns: {
      ...membership,
      ...shown('state unread other_codename other_avatar_url other_is_premium last_text last_sender_id'),
    },
  },
  post_notices: {
    rows: 'own',
    key: 'post_id',
    remove: 'nobody',
    columns: {
      user_id: people('s'),
      post_id: people('s'),
      kind: people('s'),
      since: people('s'),
      last_at: people('s'),
      is_unread: people('su'),
    },
  },
  notification_settings: {
    rows: 'own',
    key: 'user_id',
    remove: 'nobody',
    columns: each('user_id dms mentions reactions comments push quiet_from quiet_to', people('siu')),
  },
  notices: {
    view: true,
    rows: 'own',
    remove: 'nobody',
    columns: shown('kind id person_id codename avatar_url is_premium preview count created_at target_url'),
  },
  push_subscriptions: {
    rows: 'own',
    remove: 'own',
    columns: {
      id: people('si'),
      user_id: people('si'),
      session_id: hidden,
      endpoint: people('si'),
      p256dh: people('si'),
      auth: people('si'),
      created_at: people('s'),
      due_at: hidden,
      pushed_at: hidden,
      failures: hidden,
    },
  },
  wall_posts: { view: true, rows: 'everyone', remove: 'nobody', columns: wallColumns(both('s')) },
  wall_search: { view: true, rows: 'everyone', remove: 'nobody', columns: wallColumns(both('s')) },
  // Unanswered posts of others, for signed-in people.
  unanswered_posts: { view: true, rows: 'others', remove: 'nobody', columns: wallColumns(people('s')) },
  wall_comments: {
    view: true,
    rows: 'everyone',
    remove: 'nobody',
    columns: each(
      'id post_id user_id content created_at updated_at codename avatar_url is_premium is_mine is_author',
      both('s'),
    ),
  },
}
