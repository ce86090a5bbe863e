import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { UserProfile } from '../../../shared/rows.ts'
import { isOffline, wordsFor } from '../../lib/failure.ts'
import { changeProfile, profileKey, useProfile } from './profile.ts'
import { useUser } from '../../lib/session.ts'
import { onSignal, readSignal } from '../../lib/signal.ts'

const offlineWords = 'Mukhang walang internet, kaya hindi pa ito nabago. Subukan ulit pag may signal na.'

type Field = 'invisible' | 'saluhan' | 'may_write'

/** One value of the person's profile. It shows the wish while it is stored, and reverts on an error. */
export function useProfileSetting<Name extends Field>(field: Name) {
  const user = useUser()
  const profile = useProfile()
  const client = useQueryClient()
  // State of its own: the mutation reports its variables a moment late, and the lever would jump.
  const [wish, setWish] = useState<UserProfile[Name]>()
  const change = useMutation({
    mutationFn: (wanted: UserProfile[Name]) => changeProfile(user, { [field]: wanted }),
    async onSettled() {
      await client.invalidateQueries({ queryKey: profileKey(user.id) })
      setWish(undefined)
    },
  })
  const { reset } = change
  const wasOffline = change.isError && isOffline(change.error)
  const words = wasOffline && readSignal() === 'offline' ? offlineWords : wordsFor(change.error)
  useEffect(() => {
    if (!wasOffline) return undefined
    return onSignal(reset)
  }, [wasOffline, reset])
  return {
    value: wish ?? profile.data?.[field],
    disabled: profile.data === undefined,
    put: (wanted: UserProfile[Name]) => {
      if (wish !== undefined) return
      setWish(wanted)
      change.mutate(wanted)
    },
    failure: change.isError ? words : undefined,
  }
}

/** A yes or no of the profile, for a `Switch`. */
export function useProfileSwitch(field: 'invisible' | 'saluhan') {
  const { value, put, ...rest } = useProfileSetting(field)
  return { checked: value ?? false, onChange: put, ...rest }
}
