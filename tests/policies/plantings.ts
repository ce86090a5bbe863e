/** A statement that creates a row, with its values. */
type Planting = [text: string, ...values: unknown[]]

/** Rows of Mina's that depend on nobody else. `rows`: their ids, by table. */
export const ownPlantings = (rows: Readonly<Record<string, string>>, mina: string): Planting[] => [
  [
    `insert into public.polls (id, user_id, question, options) values ($1, $2, 'kape?', '{oo,hindi}')`,
    rows['polls'],
    mina,
  ],
  [`insert into public.poll_votes (poll_id, user_id, option_index) values ($1, $2, 0)`, rows['polls'], mina],
  [
    `insert into public.payments (id, user_id, plan, amount, provider) values ($1, $2, 'premium_monthly', 12900, 'test')`,
    rows['payments'],
    mina,
  ],
  [
    `insert into public.contact_messages (id, user_id, email, subject, message)
     values ($1, $2, 'mina@example.test', 'Other', 'kumusta kayo riyan')`,
    rows['contact_messages'],
    mina,
  ],
]
