const moments = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'full', timeStyle: 'short' })

/** A moment in words, by the clock of the reader. */
export const tellMoment = (moment: string): string => moments.format(new Date(moment))
