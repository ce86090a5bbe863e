const moments = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'full', timeStyle: 'short' })

export const tellMoment = (moment: string): string => moments.format(new Date(moment))
