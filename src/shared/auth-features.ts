/** Ways to log in that this server offers, in `/config.json`. */
export type AuthFeatures = {
  signups: boolean
  passkeys: boolean
  twoStep: boolean
  phone: boolean
  anonymous: boolean
  captcha: 'off' | 'on' | 'attack'
  providers: { name: string; label: string }[]
  sso: boolean
  passwordLeast: number
  codeLength: number
}
