import { useMemo, useState } from 'react'
import { sharesOf, yearOf, yearsOf, type Chronicle, type Day } from './chronicle.ts'
import { Choice } from './Choice.tsx'
import { DaySlip } from './DaySlip.tsx'
import { Figure } from './Figure.tsx'
import { tellDate } from './names.ts'
import { SharesTable } from './SharesTable.tsx'
import { Legend } from './Textures.tsx'
import { yearIn, YearPicture } from './YearPicture.tsx'

type YearSectionProps = { chronicle: Chronicle; today: Day; onOpen: (id: string) => void }

/** A year at a glance, the latest written one first. A chosen day shows its entries. */
export function YearSection({ chronicle, today, onOpen }: YearSectionProps) {
  const [year, setYear] = useState(yearOf(chronicle.days.at(-1) ?? today))
  const [chosen, setChosen] = useState<Day>()
  const ofYear = useMemo(() => yearIn(chronicle, year), [chronicle, year])
  // The day's entries may be deleted meanwhile.
  const shown = chosen !== undefined && ofYear.entriesOf.has(chosen) ? chosen : undefined

  function chooseYear(next: number) {
    setYear(next)
    setChosen(undefined)
  }
  return (
    <Figure
      title={`Ang ${year} mo`}
      about={
        ofYear.days.length === 0
          ? `Wala pang nakasulat sa ${year}. Ayos lang.`
          : 'Bawat kuwadro ay isang araw. Kung ilan ang mood, hati ang kuwadro. Pindutin ang araw para makita ang laman.'
      }
      choice={
        <Choice
          label="Taon"
          value={year}
          options={yearsOf(chronicle, today).map((value) => ({ value, label: String(value) }))}
          onChange={chooseYear}
        />
      }
      isEmpty={ofYear.days.length === 0}
      renderPicture={(described) => (
        <>
          <Legend />
          <YearPicture
            year={year}
            chronicle={ofYear}
            today={today}
            chosen={shown}
            onChoose={setChosen}
            described={described}
          />
        </>
      )}
      renderTable={(isShown) => (
        <YearTable year={year} chronicle={ofYear} onChoose={isShown ? setChosen : undefined} />
      )}
    >
      {shown !== undefined && (
        <DaySlip
          chronicle={ofYear}
          day={shown}
          onChoose={setChosen}
          onClose={() => setChosen(undefined)}
          onOpen={onOpen}
        />
      )}
    </Figure>
  )
}

type YearTableProps = {
  year: number
  chronicle: ReturnType<typeof yearIn>
  onChoose: ((day: Day) => void) | undefined
}

function YearTable({ year, chronicle, onChoose }: YearTableProps) {
  return (
    <SharesTable
      caption={`Mga araw na may sulat, ${year}`}
      head="Araw"
      rows={chronicle.days.map((day) => ({
        key: day,
        name: tellDate(day),
        shares: sharesOf(chronicle.entriesOf.get(day) ?? []),
      }))}
      onChoose={onChoose}
    />
  )
}
