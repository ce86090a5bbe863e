import { listed } from './listed.ts'

/** Bisaya words that neither Tagalog nor English has. Near them an ambiguous word is not read as Tagalog. */
export const bisaya = listed(`
unsa unsaon unsay ngano nganong gyud gyd jud judd kaayo dili naa naay naa'y ug og karon ugma gahapon kapoy gikapoy ganahan kabalo
nimo namo ninyong pud mao maong kinsa diay murag mura gihapon tawon palihug diri didto higugma gihigugma nalipay kanunay gamay dako
buhaton muuli mouli moadto nag-inusara nasakitan lagum imong inyong bayaa wako nakong gabii buntag adlaw
`)
