import { listed } from './listed.ts'

/** Names without another meaning in Tagalog or English (may, march, mayo and linggo have one). */
export const alwaysCapital = listed(`
monday tuesday wednesday thursday friday saturday sunday
january february april june july august september october november december
lunes martes miyerkules huwebes biyernes sabado enero pebrero hunyo hulyo agosto setyembre oktubre nobyembre disyembre
pilipinas philippines filipino pilipino tagalog english manila maynila cebu davao quezon pasko christmas
`)
