import { exactDay } from '../../../shared/relative-time.ts'
import { Banner } from '../../ui/Banner.tsx'
import type { Proof } from './billing.api.ts'

/** What became of the person's latest proof for this plan. */
export function LatestProof({ proof }: { proof: Proof }) {
  if (proof.status === 'pending')
    return (
      <Banner kind="note">
        Natanggap namin ang proof mo noong {exactDay(proof.created_at)}. Titingnan namin ito, at sasabihan ka
        namin sa bell at sa email. Huwag nang magbayad ulit.
      </Banner>
    )
  if (proof.status === 'verified')
    return (
      <Banner kind="success">
        Na-verify na ang bayad mo noong {exactDay(proof.decided_at ?? proof.created_at)}. Salamat! 💜
      </Banner>
    )
  return (
    <Banner kind="error">
      <p>Hindi namin na-verify ang huling proof mo.</p>
      {proof.reason && <p dir="auto">Dahilan: {proof.reason}</p>}
      <p>Puwede kang magpadala ulit ng bago.</p>
    </Banner>
  )
}
