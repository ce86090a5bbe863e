import { listed } from './listed.ts'

export const stopWords = listed(`
the a an and or but if of in on at to for with from by about as is are was were be been being am it its it's this that these those
there here i i'm me my you your he she him her his we us our they them their not no do does did have has had will would can could
should so just very really too also then than what who when where why how all any some because while until into out up down over
ang ng nang sa mga si ni kay sina nina kina ay na pa ba nga daw raw din rin naman lang lamang kasi pero kaya dahil para kung kapag pag
habang tapos saka ako ko akin aking ikaw ka mo iyo siya niya kanya kami namin amin tayo natin kayo ninyo sila nila nila ito nito dito
iyon yung iyong 'yung yun yan iyan nun nung noong ganun ganito may mayroon meron wala hindi di po opo oo at o isa isang talaga sobrang
sobra parang sana yata siguro muna rin nga eh ha
kc kse ksi lng nmn nman sya cya xa nya d2 tlga wla aq q kng grabe huhu haha lol tas tsaka ngayon ngaun ill im dont cant kahit c u
`)
