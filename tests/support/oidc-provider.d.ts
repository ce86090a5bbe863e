declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  export type Context = {
    oidc: {
      provider: {
        Grant: (new (of: { clientId: string; accountId: string }) => Grant) & {
          find(id: string): Promise<Grant | undefined>
        }
      }
      session: { accountId: string; grantIdFor(clientId: string): string | undefined }
    }
  }
  type Options = {
    [name: string]: unknown
    interactions: { url: (context: Context, interaction: { uid: string }) => string }
    findAccount: (context: Context, id: string) => { accountId: string; claims: () => object }
    loadExistingGrant: (context: Context) => Promise<Grant>
  }

  export class Provider {
    constructor(issuer: string, options: Options)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
