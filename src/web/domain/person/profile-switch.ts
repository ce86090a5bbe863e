import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isOffline, wordsFor } from '../../lib/failure.ts'
import { changeProfile, profileKey, useProfile } from './profile.ts'
import { useUser } from '../../lib/session.ts'
import { onSignal, readSignal } from '../../lib/signal.ts'

const offlineWords = 'Mukhang walang internet, kaya hindi pa ito nabago. Subukan ulit pag may signal na.'

/** A yes or no in the person's profile, for a `Switch`. It shows the wish while it is stored, and reverts on an error. */
export function useProfileSwitch(field: 'invisible' | 'saluhan') {
  const user = useUser()
  const profile = useProfile()
  const client = useQueryClient()
  // State of its own: the mutation reports its variables a moment late, and the lever would jump.
  const [wish, setWish] = useState<boolean>()
  const change = useMutation({
    mutationFn: (wanted: boolean) => changeProfile(user, { [field]: wanted }),
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
    checked: wish ?? profile.data?.[field] ?? false,
    disabled: profile.data === undefined,
    onChange(wanted: boolean) {
      if (wish !== undefined) return
      setWish(wanted)
      change.mutate(wanted)
    },
    failure: change.isError ? words : undefined,
  }
}
