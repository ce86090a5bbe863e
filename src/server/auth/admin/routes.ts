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
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from '../sso/admin.ts'

const forServiceKey = (methods: Record<string, Operation>, query: readonly string[] = []): Route => ({
  methods: Object.fromEntries(
    Object.entries(methods).map(([method, operation]) => [method, forService(operation)]),
  ),
  query,
})

/** For the service key alone. */
export const adminRoutes: Readonly<Record<string, Route>> = {
  '/invite': forServiceKey({ POST: invite }, ['redirect_to']),
  '/admin/generate_link': forServiceKey({ POST: generateLink }, ['redirect_to']),
  '/admin/users': forServiceKey({ GET: listUsers, POST: createAccount }, ['page', 'per_page']),
  '/admin/users/*': forServiceKey({ GET: getAccount, PUT: changeAccount, DELETE: deleteAccount }),
  '/admin/users/*/logout': forServiceKey({ POST: logOutAccount }),
  '/admin/users/*/factors': forServiceKey({ GET: listFactorsOf }),
  '/admin/users/*/factors/*': forServiceKey({ DELETE: deleteFactorOf }),
  '/admin/users/*/passkeys': forServiceKey({ GET: listPasskeysOf }),
  '/admin/users/*/passkeys/*': forServiceKey({ DELETE: deletePasskeyOf }),
  '/admin/sso/providers': forServiceKey({ GET: listSsoProviders, POST: createSsoProvider }),
  '/admin/sso/providers/*': forServiceKey({
    GET: getSsoProvider,
    PUT: updateSsoProvider,
    DELETE: deleteSsoProvider,
  }),
}
