export type Face = {
  userId: string
  codename: string
  avatar_url: string | null
  is_premium: boolean
  phx_ref: string
}

export type PresenceDiff = { joins: Face[]; leaves: Face[] }
