/** The parts of URL that this folder uses. Node and every browser have it; neither's types are loaded here. */
declare class URL {
  constructor(input: string, base?: string)
  readonly href: string
  readonly origin: string
  readonly hostname: string
  readonly port: string
  readonly username: string
  readonly password: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
}
