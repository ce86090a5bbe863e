const long = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'long' })
export const tellDay = (moment: string): string => long.format(new Date(moment))
