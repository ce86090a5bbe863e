import { otherGrant } from './absent.ts'
import { getChallenge, guarded } from './captcha.ts'
import { adminRoutes } from './admin/routes.ts'
import type { Operation, Route } from './deps.ts'
import { challengeFactor } from './factors/challenge.ts'
import { enrollFactor } from './factors/enroll.ts'
import { countRecoveryCodes, makeRecoveryCodes, removeRecoveryCodes } from './factors/recovery-codes.ts'
import { replaceRecoveryCodes, verifyRecoveryCode } from './factors/recovery-codes.ts'
import { unenrollFactor } from './factors/unenroll.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { logOut } from './logout.ts'
import { sendMagicLink, sendOtp } from './otp.ts'
import { endSession, listSessions } from './own-sessions.ts'
import { finishAuthentication, startAuthentication } from './passkeys/authentication.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './passkeys/passkeys.ts'
import { finishRegistration, startRegistration } from './passkeys/registration.ts'
import { authorize, authorizeQuery, linkIdentity } from './providers/authorize.ts'
import { callback, callbackForm } from './providers/callback.ts'
import { unlinkIdentity } from './providers/identities.ts'
import { grantByIdToken } from './providers/token-id-token.ts'
import { getHealth, getJwks, getSettings } from './public.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { resend } from './resend.ts'
import { signUp } from './signup.ts'
import { grantByPassword } from './token-password.ts'
import { grantByAuthCode } from './token-pkce.ts'
import { grantByRefreshToken } from './token-refresh.ts'
import { takeAnswer } from './sso/acs.ts'
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from './sso/admin.ts'
import { beginSso } from './sso/begin.ts'
import { continueSso } from './sso/continue.ts'
import { showMetadata } from './sso/own-metadata.ts'
import { updateUser } from './update-user.ts'
import { getUser } from './user.ts'
import { verifyLink } from './verify-link.ts'
import { verify } from './verify.ts'
import { grantByWallet } from './web3/token-web3.ts'

const grants: Readonly<Record<string, Operation>> = {
  password: guarded(grantByPassword, { isReturned: true }),
  id_token: guarded(grantByIdToken),
  web3: guarded(grantByWallet),
  refresh_token: grantByRefreshToken,
  pkce: grantByAuthCode,
}
const grantToken: Operation = (tools, call) => {
  const grant = call.url.searchParams.get('grant_type') ?? ''
  const operation = Object.hasOwn(grants, grant) ? grants[grant] : undefined
  return (operation ?? otherGrant)(tools, call)
}

/** A `*` stands for one segment of the path, which the operation finds in `call.params`. A path without `*` comes before one with it. */
export const routes: Readonly<Record<string, Route>> = {
  '/captcha': { methods: { GET: getChallenge }, query: [] },
  '/signup': { methods: { POST: guarded(signUp) }, query: ['redirect_to'] },
  '/token': { methods: { POST: grantToken }, query: ['grant_type'] },
  '/user': { methods: { GET: getUser, PUT: updateUser }, query: ['redirect_to'] },
  '/logout': { methods: { POST: logOut }, query: ['scope'] },
  '/sessions': { methods: { GET: listSessions }, query: [] },
  '/sessions/*': { methods: { DELETE: endSession }, query: [] },
  '/recover': { methods: { POST: guarded(recover) }, query: ['redirect_to'] },
  '/verify': { methods: { GET: verifyLink, POST: verify } },
  '/resend': { methods: { POST: guarded(resend) }, query: ['redirect_to'] },
  '/settings': { methods: { GET: getSettings }, query: [] },
  '/health': { methods: { GET: getHealth }, query: [] },
  '/.well-known/jwks.json': { methods: { GET: getJwks }, query: [] },
  '/otp': { methods: { POST: guarded(sendOtp) }, query: ['redirect_to'] },
  '/magiclink': { methods: { POST: guarded(sendMagicLink) }, query: ['redirect_to'] },
  '/authorize': { methods: { GET: authorize }, query: authorizeQuery },
  // Providers add parameters of their own.
  '/callback': { methods: { GET: callback, POST: callbackForm } },
  '/sso': { methods: { POST: guarded(beginSso) }, query: [] },
  '/sso/saml/metadata': { methods: { GET: showMetadata }, query: [] },
  '/sso/saml/acs': { methods: { POST: takeAnswer }, query: [] },
  '/sso/saml/continue': { methods: { GET: continueSso }, query: ['request', 'code'] },
  '/admin/sso/providers': { methods: { GET: listSsoProviders, POST: createSsoProvider }, query: [] },
  '/admin/sso/providers/*': {
    methods: { GET: getSsoProvider, PUT: updateSsoProvider, DELETE: deleteSsoProvider },
    query: [],
  },
  '/reauthenticate': { methods: { GET: reauthenticate }, query: [] },
  '/user/identities/authorize': { methods: { GET: linkIdentity }, query: authorizeQuery },
  '/user/identities/*': { methods: { DELETE: unlinkIdentity }, query: [] },
  '/factors': { methods: { POST: enrollFactor }, query: [] },
  '/factors/recovery-codes': {
    methods: { GET: countRecoveryCodes, POST: makeRecoveryCodes, DELETE: removeRecoveryCodes },
    query: [],
  },
  '/factors/recovery-codes/verify': { methods: { POST: verifyRecoveryCode }, query: [] },
  '/factors/recovery-codes/regenerate': { methods: { POST: replaceRecoveryCodes }, query: [] },
  '/factors/*': { methods: { DELETE: unenrollFactor }, query: [] },
  '/factors/*/challenge': { methods: { POST: challengeFactor }, query: [] },
  '/factors/*/verify': { methods: { POST: verifyFactor }, query: [] },
  '/passkeys': { methods: { GET: listPasskeys }, query: [] },
  '/passkeys/*': { methods: { PATCH: renamePasskey, DELETE: deletePasskey }, query: [] },
  '/passkeys/registration/options': { methods: { POST: startRegistration }, query: [] },
  '/passkeys/registration/verify': { methods: { POST: finishRegistration }, query: [] },
  '/passkeys/authentication/options': { methods: { POST: startAuthentication }, query: [] },
  '/passkeys/authentication/verify': { methods: { POST: finishAuthentication }, query: [] },
  ...adminRoutes,
}
