import { adminRoutes } from './admin/routes.ts'
import { getChallenge, withCaptcha } from './captcha.ts'
import type { Operation, Route } from './deps.ts'
import { refusal } from './errors.ts'
import { challengeFactor } from './factors/challenge.ts'
import { enrollFactor } from './factors/enroll.ts'
import { countRecoveryCodes, makeRecoveryCodes, removeRecoveryCodes } from './factors/recovery-codes.ts'
import { replaceRecoveryCodes, verifyRecoveryCode } from './factors/recovery-codes.ts'
import { unenrollFactor } from './factors/unenroll.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { getUser } from './get-user.ts'
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
import { takeAnswer } from './sso/acs.ts'
import { beginSso } from './sso/begin.ts'
import { continueSso } from './sso/continue.ts'
import { showMetadata } from './sso/own-metadata.ts'
import { grantByPassword } from './token-password.ts'
import { grantByAuthCode } from './token-pkce.ts'
import { grantByRefreshToken } from './token-refresh.ts'
import { updateUser } from './update-user.ts'
import { verifyLink } from './verify-link.ts'
import { verify } from './verify.ts'
import { grantByWallet } from './web3/token-web3.ts'

const grants: Readonly<Record<string, Operation>> = {
  password: withCaptcha(grantByPassword, { isReturned: true }),
  id_token: withCaptcha(grantByIdToken),
  web3: withCaptcha(grantByWallet),
  refresh_token: grantByRefreshToken,
  pkce: grantByAuthCode,
}
const grantToken: Operation = async (tools, call) => {
  const grant = call.url.searchParams.get('grant_type') ?? ''
  const operation = Object.hasOwn(grants, grant) ? grants[grant] : undefined
  if (!operation) throw refusal(400, 'invalid_credentials', 'unsupported_grant_type')
  return operation(tools, call)
}

/** A `*` stands for one segment of the path: `call.params`. A path without `*` wins over one with it. */
export const routes: Readonly<Record<string, Route>> = {
  '/captcha': { methods: { GET: getChallenge }, query: [] },
  '/signup': { methods: { POST: withCaptcha(signUp) }, query: ['redirect_to'] },
  '/token': { methods: { POST: grantToken }, query: ['grant_type'] },
  '/user': { methods: { GET: getUser, PUT: updateUser }, query: ['redirect_to'] },
  '/logout': { methods: { POST: logOut }, query: ['scope'] },
  '/sessions': { methods: { GET: listSessions }, query: [] },
  '/sessions/*': { methods: { DELETE: endSession }, query: [] },
  '/recover': { methods: { POST: withCaptcha(recover) }, query: ['redirect_to'] },
  '/verify': { methods: { GET: verifyLink, POST: verify } },
  '/resend': { methods: { POST: withCaptcha(resend) }, query: ['redirect_to'] },
  '/settings': { methods: { GET: getSettings }, query: [] },
  '/health': { methods: { GET: getHealth }, query: [] },
  '/.well-known/jwks.json': { methods: { GET: getJwks }, query: [] },
  '/otp': { methods: { POST: withCaptcha(sendOtp) }, query: ['redirect_to'] },
  '/magiclink': { methods: { POST: withCaptcha(sendMagicLink) }, query: ['redirect_to'] },
  '/authorize': { methods: { GET: authorize }, query: authorizeQuery },
  // Providers add parameters of their own.
  '/callback': { methods: { GET: callback, POST: callbackForm } },
  '/sso': { methods: { POST: withCaptcha(beginSso) }, query: [] },
  '/sso/saml/metadata': { methods: { GET: showMetadata }, query: [] },
  '/sso/saml/acs': { methods: { POST: takeAnswer }, query: [] },
  '/sso/saml/continue': { methods: { GET: continueSso }, query: ['request', 'code'] },
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
