import { useQuery } from '@tanstack/react-query'
import { freeEmiMessages } from '../../../../shared/emi-calls.ts'
import { isPremium, useProfile } from '../../../domain/person/profile.ts'
import { fetchUses, type Uses } from '../../../domain/person/uses.ts'
import { publicConfig } from '../../../lib/config.ts'
import { useUser } from '../../../lib/session.ts'

/** The reader is told from this number of answers on: 80 % used (specification 2, section 9). */
const few = freeEmiMessages / 5

/** The free answers that are left, when they are few. `told`: the number in the last answer. */
export function useLeft(told: number | undefined, isPrivate: boolean): Uses | undefined {
  const { id } = useUser()
  const { data: profile, isPending } = useProfile()
  const isFree = !isPending && !isPremium(profile)
  const isAsked = told === undefined ? isPrivate : told === 0
  const { data } = useQuery({
    // Only the database knows when the next one comes back.
    queryKey: ['usage_emi_messages', id, told === 0],
    queryFn: () => fetchUses('usage_emi_messages', freeEmiMessages, publicConfig().limits.quotaDays ?? 30),
    enabled: isFree && isAsked,
    staleTime: 0,
  })
  const said = told === undefined ? undefined : { left: told }
  const uses = (isAsked ? data : undefined) ?? said
  return isFree && uses && uses.left <= few ? uses : undefined
}
