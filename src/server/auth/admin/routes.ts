import type { Operation, Route } from '../deps.ts'
import { forService } from './accounts.ts'
import { changeAccount } from './change-account.ts'
import { createAccount } from './create-account.ts'
import { deleteAccount } from './delete-account.ts'
import { deleteFactorOf, listFactorsOf } from './factors.ts'
import { generateLink } from './generate-link.ts'
import { getAccount } from './get-account.ts'
import { invite } from './invite.ts'
import { listUsers } from './list-users.ts'
import { logOutAccount } from './log-out-account.ts'
import { deletePasskeyOf, listPasskeysOf } from './passkeys.ts'

const guarded = (methods: Record<string, Operation>, query: readonly string[] = []): Route => ({
  methods: Object.fromEntries(
    Object.entries(methods).map(([method, operation]) => [method, forService(operation)]),
  ),
  query,
})

/** For the service key alone. */
export const adminRoutes: Readonly<Record<string, Route>> = {
  '/invite': guarded({ POST: invite }, ['redirect_to']),
  '/admin/generate_link': guarded({ POST: generateLink }, ['redirect_to']),
  '/admin/users': guarded({ GET: listUsers, POST: createAccount }, ['page', 'per_page']),
  '/admin/users/*': guarded({ GET: getAccount, PUT: changeAccount, DELETE: deleteAccount }),
  '/admin/users/*/logout': guarded({ POST: logOutAccount }),
  '/admin/users/*/factors': guarded({ GET: listFactorsOf }),
  '/admin/users/*/factors/*': guarded({ DELETE: deleteFactorOf }),
  '/admin/users/*/passkeys': guarded({ GET: listPasskeysOf }),
  '/admin/users/*/passkeys/*': guarded({ DELETE: deletePasskeyOf }),
}
