import { answerOffline } from '../../src/server/emi/index.ts'
import type { Material } from '../../src/server/emi/material.ts'
import type { Line } from '../../src/server/emi/talk.ts'
import { withAction } from '../../src/shared/emi-actions.ts'

/** What somebody writes, and what of it her answer must take up: one of these words. */
type Written = { name: string; text: string; mirrors: readonly string[]; answered: boolean }
export type Script = { title: string; hour: number; inRoom: boolean; written: readonly Written[] }
export type Turn = { written: Written; answer: string }

/**
 * Reads transcripts. `== Title · 2h · General` begins a talk; `Ikaw [mama|papa]: …` is written to her, and her answer takes up one of the words;
 * `Kaibigan 1+: …` is answered together with what follows. Her own lines are left out: the test writes them.
 */
export function readScripts(text: string): Script[] {
  return text
    .split(/^== /m)
    .filter((part) => part.trim())
    .map((part) => {
      const [head = '', ...rows] = part.split('\n')
      const [title = '', hour = '', room] = head.split(' · ')
      const written = rows.flatMap((row): Written[] => {
        const [, name, more, mirrors, words] =
          /^(Ikaw|Kaibigan \d)(\+?)(?: \[([^\]]+)\])?: (.*)$/.exec(row) ?? []
        if (!name || words === undefined) return []
        return [{ name, text: words, mirrors: mirrors?.split('|') ?? [], answered: more === '' }]
      })
      return { title, hour: Number.parseInt(hour, 10), inRoom: room === 'General', written }
    })
}

/** Plays one talk as the server does: the last 5 lines in private, the last 10 in a room, her last 12 answers. */
export function play({ title, hour, inRoom, written }: Script, material: Material): Turn[] {
  const lines: Line[] = []
  const said: string[] = []
  return written.map((one): Turn => {
    const asks = !inRoom || /@emi\b/i.test(one.text)
    lines.push({ by: asks ? 'asker' : 'other', name: one.name, text: one.text, minutesAgo: 1 })
    if (!one.answered) return { written: one, answer: '' }
    const answer = withAction(
      answerOffline(
        {
          where: inRoom ? 'room' : 'dm',
          lines: waitingIn(lines).slice(inRoom ? -10 : -5),
          said: said.slice(-12),
          answers: said.length,
          hour,
          seed: `${title} ${said.length}`,
        },
        material,
      ),
    )
    said.push(answer)
    lines.push({ by: 'emi', name: 'Emi', text: answer, minutesAgo: 1 })
    return { written: one, answer }
  })
}

/** Only people who wrote to her since her last answer are askers of this one. */
function waitingIn(lines: readonly Line[]): Line[] {
  const last = lines.findLastIndex(({ by }) => by === 'emi')
  const names = new Set(lines.slice(last + 1).flatMap(({ by, name }) => (by === 'asker' ? [name] : [])))
  return lines.map((line) => (line.by === 'asker' && !names.has(line.name) ? { ...line, by: 'other' } : line))
}

export function transcript(script: Script, turns: readonly Turn[]): string {
  const { title, hour, inRoom } = script
  const rows = turns.flatMap(({ written, answer }) => {
    const mirrors = written.mirrors.length > 0 ? ` [${written.mirrors.join('|')}]` : ''
    const row = `${written.name}${written.answered ? '' : '+'}${mirrors}: ${written.text}`
    return answer === '' ? [row] : [row, `  Emi: ${answer.replaceAll('\n', '\n       ')}`]
  })
  return [`== ${title} · ${hour}h${inRoom ? ' · General' : ''}`, ...rows, ''].join('\n')
}
