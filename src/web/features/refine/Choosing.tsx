import { useState } from 'react'
import { excerpt } from '../../../shared/excerpt.ts'
import { countLetters } from '../../../shared/limits.ts'
import { isAlmostUsed, leftOf, type Limit, type Limits } from '../../../shared/plans.ts'
import { longestRefine, type RefinePreset } from '../../../shared/refine.ts'
import { publicConfig } from '../../lib/config.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { AlmostUsed } from '../../ui/AlmostUsed.tsx'
import type { passageOf } from './passage.ts'
import { presets } from './presets.ts'
import { NoChange } from './NoChange.tsx'
import styles from './RefineDialog.module.css'
import { takeFocus } from './take-focus.ts'
import type { Phase } from './use-refine.ts'

type ChoosingProps = {
  phase: Extract<Phase, { name: 'idle' }>
  passage: ReturnType<typeof passageOf>
  /** Undefined until they are fetched. */
  limits: Limits | undefined
  onAsk: (preset: RefinePreset) => void
}

/** The choice of a preset, with who does the work and how many uses are left. */
export function Choosing({ phase, passage, limits, onAsk }: ChoosingProps) {
  const [picked, setPicked] = useState<RefinePreset>()
  const uses = limits?.refinement
  if (limits && uses && leftOf(uses) === 0)
    return <AllUsed uses={uses} days={limits.days} said={phase.failure} />
  const letters = countLetters(passage.words)
  const isTooLong = letters > longestRefine
  return (
    <form
      className={styles.stage}
      onSubmit={(event) => {
        event.preventDefault()
        if (picked && !isTooLong) onAsk(picked)
      }}
    >
      <p className={styles.about}>
        {passage.isPart ? 'Ang napili mo lang:' : 'Ang buong isinulat mo:'}{' '}
        <q dir="auto">{excerpt(passage.words, 45)}</q>
      </p>
      {isTooLong && (
        <Banner kind="note">
          Hanggang {longestRefine.toLocaleString('en')} letra lang sa isang beses, at{' '}
          {letters.toLocaleString('en')} ito. Pumili muna ng bahagi ng isinulat mo, tapos buksan ulit ito.
        </Banner>
      )}
      {phase.isSame && <NoChange />}
      {phase.failure !== undefined && <Banner kind="error">{phase.failure}</Banner>}
      <Presets picked={picked} onPick={setPicked} />
      <p className={styles.small}>{whoDoesIt()}</p>
      <div className={styles.acts}>
        <output className={styles.left}>
          {uses && uses.cap !== null && `${leftOf(uses)} sa ${uses.cap} ang natitira`}{' '}
          {uses && isAlmostUsed(uses) && <AlmostUsed />}
        </output>
        <Button type="submit" icon="sparkle" disabled={!picked || isTooLong}>
          Refine
        </Button>
      </div>
    </form>
  )
}

type PresetsProps = { picked: RefinePreset | undefined; onPick: (preset: RefinePreset) => void }

function Presets({ picked, onPick }: PresetsProps) {
  return (
    <fieldset className={styles.presets}>
      <legend ref={takeFocus} tabIndex={-1}>
        Ano’ng gusto mong mangyari?
      </legend>
      {presets.map(({ preset, label, english, needsModel }) => {
        const isOut = needsModel === true && !hasModel()
        return (
          <label key={preset} className={styles.preset}>
            <input
              type="radio"
              name="preset"
              value={preset}
              checked={preset === picked}
              disabled={isOut}
              onChange={() => onPick(preset)}
            />
            <span>
              {label}{' '}
              {isOut ? <small>Kailangan ng language model</small> : <small lang="en">{english}</small>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

const hasModel = () => publicConfig().features.refine === 'model'

function whoDoesIt(): string {
  return hasModel()
    ? 'Isang AI (language model) ng ibang kompanya ang gagawa: ipapadala sa kanila ang mga salitang ito, pero hindi kung sino ka.'
    : 'Helper sa sarili naming server ang gagawa, hindi AI ng ibang kompanya. Ipapadala roon ang mga salita, pero hindi itatago.'
}

/** Shown when all uses are gone. It first names what a person can do without Premium. */
function AllUsed({ uses, days, said }: { uses: Limit; days: number; said: string | undefined }) {
  const { cap, next_at: back } = uses
  return (
    <div className={styles.stage}>
      <Banner kind="note">
        <p>
          {said ??
            `Nagamit mo na ang ${cap} libreng AI Refine mo${days > 0 ? ` sa loob ng ${days} araw` : ''}.`}
        </p>
        {back && <p>May babalik na isa sa {dayOf(back)}.</p>}
      </Banner>
      <p>Puwede mo pa ring i-post, itago o bitawan ang isinulat mo. Okay na ’yan kung ano man ’yan.</p>
      <div className={styles.acts}>
        <LinkButton kind="quiet" href="/billing-manual">
          Tungkol sa Premium
        </LinkButton>
      </div>
    </div>
  )
}

const dayOf = (moment: string) =>
  new Date(moment).toLocaleDateString('fil-PH', { month: 'long', day: 'numeric' })
