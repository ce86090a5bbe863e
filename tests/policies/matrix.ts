/**
 * Who may do what: role × table × verb × column. A letter is a right on the column: s select (and filter, and order by), i insert,
 * u update. `people` are signed in. `rows` says which rows a person reaches: everyone's or their own; `remove`, who may delete.
 * The service's own role does everything. A table or a column of schema public that is missing here fails the test.
 */
export type Access = {
  columns: Record<string, { visitor: string; people: string }>
  rows: 'everyone' | 'own' | 'none'
  remove: 'own' | 'nobody'
  /** Views take no writes at all. */
  view?: true
}

const both = (rights: string) => ({ visitor: rights, people: rights })
const people = (rights: string) => ({ visitor: '', people: rights })
const read = (rights: string) => ({ visitor: 's', people: `s${rights}` })
const hidden = both('')

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
  diary_posts: {
    rows: 'own',
    remove: 'own',
    columns: {
      id: people('si'),
      user_id: people('si'),
      mood: people('siu'),
      content: people('siu'),
      template_url: people('si'),
      created_at: people('s'),
    },
  },
  wall_posts: {
    view: true,
    rows: 'everyone',
    remove: 'nobody',
    columns: {
      id: both('s'),
      seq: both('s'),
      user_id: both('s'),
      codename: both('s'),
      mood: both('s'),
      content: both('s'),
      template_url: both('s'),
      created_at: both('s'),
      reaction_counts: both('s'),
      comment_count: both('s'),
      avatar_url: both('s'),
      is_premium: both('s'),
      is_mine: both('s'),
      my_reaction: both('s'),
    },
  },
}
