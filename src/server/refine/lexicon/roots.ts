import { listed } from './listed.ts'

export const verbPrefixes = listed('mag nag makapag nakapag magpa nagpa naka maka nakaka')
/** Prefixes with which a Tagalog root is not in the list below: nakatulog, but magluto. */
export const akaPrefixes = listed('naka maka nakaka')

/** English verbs that Filipinos conjugate. They take a hyphen. */
export const englishRoots = listed(`
resign text chat call reply message post share comment like follow unfollow block unblock seen ghost date break hang move start stop quit
give drop shift enroll review study exam cram submit report present print check click search scroll online offline download upload update
email send save apply interview absent late overtime commute drive travel gym jog workout diet cook bake order deliver shopping budget invest
cry breakdown overthink stress worry panic relax chill rest sleep adjust focus cope heal vent rant open confess explain sorry apologize
care trust love cheat lie fail pass graduate celebrate party drink swimming dance sing play game stream record edit join try expect
hope wait settle propose marry divorce manage handle lead train volunteer donate transfer double fight argue blame judge cancel
`)

export const tagalogRoots = listed(`
isa aral isip usap ingat away ipon ayos alala alaga asawa intay iisa trabaho luto hintay laba linis bayad pahinga simula sabi kita sama
laro tanong salita dala bigay handa hanap basa tiis tago lakad reklamo kwento kuwento sisi sulat bago tulungan mahal dasal sumbong
tampo yabang laslas benta tinda hiwalay lakas loko bakasyon paalam patawad pakamatay
`)

export const akaRoots = listed(`
uwi tulog tapos pasa ipon hinga alis bili kain usap kita inis iyak pagod takot hiya lungkot tuwa gigil asar panghinayang bayad
`)
