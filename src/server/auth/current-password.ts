import type { Tools } from './deps.ts'
import { refusal } from './errors.ts'
import { checkPasswordSize } from './passwords.ts'
import type { User } from './users.ts'

/** Refuses a wrong password. Wrong ones are counted: a passer-by at an open session may guess (threat 16). */
export async function checkCurrentPassword(
  { limiter, passwords }: Tools,
  user: User,
  password: string,
  now: Date,
): Promise<void> {
  checkPasswordSize(password)
  await limiter.take(now, ['currentPassword', user.id])
  if (!(await passwords.verify(password, user.password_hash))) {
    throw refusal(400, 'current_password_invalid', 'Current password is incorrect')
  }
  await limiter.giveBack(['currentPassword', user.id])
}
